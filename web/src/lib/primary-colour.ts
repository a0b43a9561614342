import type { Preferences } from '@heliodesk/contract/shell.ts'

type Computed = Exclude<Preferences['colour'], 'orange'>

/** OKLCH hues of the selectable colours; orange is set manually in tokens.css. */
const HUES: Record<Computed, number> = { amber: 76, green: 150, teal: 194, blue: 258, violet: 294, rose: 12 }

const ORANGE_MARK = '#f26a0a'

/** Backgrounds of coloured text (tokens.css): panel, frame, hovered row; panel, raised, hovered row. */
const GROUNDS = {
  light: ['#ffffff', '#f6f5f2', '#f4f2ee'],
  dark: ['#17181a', '#1f2023', '#212327'],
} as const

/** The minimum contrast of text, with a margin for rounding to bytes. */
const READABLE = 4.55
/** The minimum contrast of a mark without text. */
const VISIBLE = 3.05

export type PrimaryTokens = Record<
  'pri' | 'pri-hover' | 'pri-press' | 'pri-text' | 'on-pri' | 'pri-soft' | 'pri-line' | 'mark' | 'selected',
  string
>

/** The light and dark shades of one hue (degrees, OKLCH) as `#rrggbb`; every text is readable on its background. */
export function primaryTokens(hue: number): { light: PrimaryTokens; dark: PrimaryTokens } {
  return { light: lightTokens(hue), dark: darkTokens(hue) }
}

function lightTokens(hue: number): PrimaryTokens {
  const shade = (lightness: number, chroma: number) => hexOf(lightness, chroma, hue)
  const soft = shade(0.965, 0.02)
  const selected = shade(0.977, 0.012)
  const white = '#ffffff'
  const pri = darken(0.58, (at) => contrast(shade(at, 0.17), white) >= READABLE)
  const text = darken(pri, (at) =>
    [...GROUNDS.light, soft, selected].every((ground) => contrast(shade(at, 0.16), ground) >= READABLE),
  )
  const mark = darken(0.7, (at) => contrast(shade(at, 0.19), white) >= VISIBLE)
  return {
    pri: shade(pri, 0.17),
    'pri-hover': shade(pri - 0.05, 0.16),
    'pri-press': shade(pri - 0.1, 0.15),
    'pri-text': shade(text, 0.16),
    'on-pri': white,
    'pri-soft': soft,
    'pri-line': shade(0.87, 0.07),
    mark: shade(mark, 0.19),
    selected,
  }
}

function darkTokens(hue: number): PrimaryTokens {
  const shade = (lightness: number, chroma: number) => hexOf(lightness, chroma, hue)
  const soft = shade(0.255, 0.03)
  const selected = shade(0.245, 0.018)
  const ink = shade(0.2, 0.03)
  // The darkest state decides, so that a pressed button is readable too.
  const pri = lighten(0.76, (at) => contrast(shade(at - 0.05, 0.15), ink) >= READABLE)
  const text = lighten(0.8, (at) =>
    [...GROUNDS.dark, soft, selected].every((ground) => contrast(shade(at, 0.12), ground) >= READABLE),
  )
  return {
    pri: shade(pri, 0.15),
    'pri-hover': shade(pri + 0.05, 0.13),
    'pri-press': shade(pri - 0.05, 0.15),
    'pri-text': shade(text, 0.12),
    'on-pri': ink,
    'pri-soft': soft,
    'pri-line': shade(0.37, 0.055),
    mark: shade(pri, 0.15),
    selected,
  }
}

/** The CSS rules of a colour for `<html data-colour>`. */
export function primaryColourCss(colour: Computed): string {
  const { light, dark } = primaryTokens(HUES[colour])
  const rule = (selector: string, tokens: PrimaryTokens, ringStrength: number) => {
    const lines = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
    const ring = `--ring:0 0 0 3px color-mix(in srgb,${tokens.pri} ${ringStrength}%,transparent)`
    return `${selector}{${[...lines, ring].join(';')}}`
  }
  const root = `:root[data-colour=${colour}]`
  return rule(root, light, 18) + rule(`${root}[data-theme=dark]`, dark, 28)
}

/** The colour of a swatch in the colour picker. */
export const swatchOf = (colour: Preferences['colour']): string =>
  colour === 'orange' ? ORANGE_MARK : primaryTokens(HUES[colour]).light.mark

const STEP = 0.005

function darken(from: number, isEnough: (lightness: number) => boolean): number {
  let lightness = from
  while (lightness > 0 && !isEnough(lightness)) lightness -= STEP
  return lightness
}

function lighten(from: number, isEnough: (lightness: number) => boolean): number {
  let lightness = from
  while (lightness < 1 && !isEnough(lightness)) lightness += STEP
  return lightness
}

/** The nearest displayable colour: chroma is reduced, lightness and hue stay. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  let left = chroma
  let rgb = linearRgb(lightness, left, hue)
  while (left > 0 && rgb.some((part) => part < -0.0005 || part > 1.0005)) {
    left -= 0.004
    rgb = linearRgb(lightness, Math.max(left, 0), hue)
  }
  return `#${rgb.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`
}

/** OKLCH to linear sRGB (B. Ottosson, "A perceptual color space for image processing"). */
function linearRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const turn = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(turn), chroma * Math.sin(turn)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function byteOf(linear: number): number {
  const part = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
}

/** WCAG 2 contrast of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
