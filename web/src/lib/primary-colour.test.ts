import { readFile } from 'node:fs/promises'
import { primaryColours } from '@heliodesk/contract/primary-colours.ts'
import { describe, expect, test } from 'vitest'
import { tones } from '../kit/chart/description.ts'
import { primaryColourCss, primaryTokens, swatchOf, type PrimaryTokens } from './primary-colour.ts'

/** WCAG 2 contrast, implemented again so that the code is not tested with itself. */
function ratio(one: string, other: string): number {
  const light = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const part = Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16) / 255
      return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    }, 0)
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The tokens of a theme in the style sheets; later ones override earlier ones. */
async function tokensOf(selector: string, ...sheets: string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(
    sheets.map((name) => readFile(`${import.meta.dirname}/../app/styles/${name}`, 'utf8')),
  )
  const rules = texts.join('\n').matchAll(/^([^\n{}]+) \{\n([^{}]*)\}/gm)
  const own = [...rules].filter(([, head]) => head === selector).map(([, , body]) => body!)
  return Object.fromEntries(
    own.flatMap((body) =>
      [...body.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
    ),
  )
}

const readable = (tokens: PrimaryTokens, grounds: string[]) => {
  for (const state of [tokens.pri, tokens['pri-hover'], tokens['pri-press']])
    expect(ratio(tokens['on-pri'], state)).toBeGreaterThanOrEqual(4.5)
  for (const ground of [...grounds, tokens['pri-soft'], tokens.selected])
    expect(ratio(tokens['pri-text'], ground)).toBeGreaterThanOrEqual(4.5)
}

describe('every hue', () => {
  test.each(Array.from({ length: 360 }, (_, hue) => hue))(
    '%i° is readable on light and dark',
    async (hue) => {
      const { light, dark } = primaryTokens(hue)
      readable(light, ['#ffffff', '#f6f5f2', '#f4f2ee'])
      readable(dark, ['#17181a', '#1f2023', '#212327'])
      expect(ratio(light.mark, '#ffffff')).toBeGreaterThanOrEqual(3)
      expect(ratio(dark.mark, '#17181a')).toBeGreaterThanOrEqual(3)
      for (const value of [...Object.values(light), ...Object.values(dark)])
        expect(value).toMatch(/^#[\da-f]{6}$/)
    },
  )

  test('stands on the surfaces that the style sheet has', async () => {
    const [light, dark] = [
      await tokensOf(':root', 'tokens.css'),
      await tokensOf("[data-theme='dark']", 'tokens.css'),
    ]
    expect([light.panel, light.app, light.hover]).toEqual(['#ffffff', '#f6f5f2', '#f4f2ee'])
    expect([dark.panel, dark.raised, dark.hover]).toEqual(['#17181a', '#1f2023', '#212327'])
  })

  test('keeps its states apart', () => {
    for (let hue = 0; hue < 360; hue += 15)
      for (const tokens of Object.values(primaryTokens(hue)))
        expect(new Set([tokens.pri, tokens['pri-hover'], tokens['pri-press']]).size).toBe(3)
  })
})

describe('the colours to choose from', () => {
  test('have a swatch each, no two alike', () => {
    expect(new Set(primaryColours.map(swatchOf)).size).toBe(primaryColours.length)
  })

  test('put every token of the hand-set orange in force, for both themes', async () => {
    const css = primaryColourCss('blue')
    const [light, dark] = css.split('}')
    expect(light).toMatch(/^:root\[data-colour=blue\]\{/)
    expect(dark).toMatch(/^:root\[data-colour=blue\]\[data-theme=dark\]\{/)
    const handSet = Object.keys(await tokensOf(':root', 'tokens.css')).filter((name) =>
      /^(pri|on-pri|mark|selected)/.test(name),
    )
    for (const name of [...handSet, 'ring'])
      for (const rule of [light!, dark!]) expect(rule).toContain(`--${name}:`)
  })
})

test.each([
  ['light', ':root', ':root[data-weak]'],
  ['dark', "[data-theme='dark']", ":root[data-weak][data-theme='dark']"],
])(
  'colours of charts are visible on a panel in the %s theme, in colour-weak mode too',
  async (_theme, plain, weak) => {
    const usual = await tokensOf(plain, 'tokens.css')
    for (const tokens of [usual, { ...usual, ...(await tokensOf(weak, 'weak.css')) }])
      for (const name of Object.values(tones))
        expect(ratio(tokens[name.slice(2)]!, tokens.panel!), name).toBeGreaterThanOrEqual(3)
  },
)

describe('status colours', () => {
  test.each([
    ['light', ':root', ':root[data-weak]'],
    ['dark', "[data-theme='dark']", ":root[data-weak][data-theme='dark']"],
  ])('are readable in the %s theme, in colour-weak mode too', async (_theme, plain, weak) => {
    const usual = await tokensOf(plain, 'tokens.css')
    const weakened = { ...usual, ...(await tokensOf(weak, 'weak.css')) }
    expect(weakened.ok).not.toBe(usual.ok)
    for (const tokens of [usual, weakened])
      for (const status of ['undo', 'proc', 'check', 'ok', 'err'])
        for (const ground of [tokens.panel!, tokens.raised!, tokens.hover!, tokens[`${status}-soft`]!])
          expect(ratio(tokens[status]!, ground)).toBeGreaterThanOrEqual(4.5)
    expect(ratio(weakened['on-err'] ?? usual['on-err']!, weakened.err!)).toBeGreaterThanOrEqual(4.5)
  })

  test('are further apart for weak colour vision in colour-weak mode', async () => {
    // Without red-green vision only the blue-yellow axis and lightness remain: compare blue components and lightness.
    const apart = (tokens: Record<string, string>) => {
      const blueness = (hex: string) => {
        const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
          number,
          number,
          number,
        ]
        return b - (r + g) / 2
      }
      return Math.abs(blueness(tokens.ok!) - blueness(tokens.err!))
    }
    const usual = await tokensOf(':root', 'tokens.css')
    const weak = await tokensOf(':root[data-weak]', 'weak.css')
    expect(apart(weak)).toBeGreaterThan(1.5 * apart(usual))
  })
})
