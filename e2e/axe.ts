import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const CONTRAST = 'color-contrast'
const JUDGED = '[data-judged]'

/**
 * For axe to decide: the watermark, which lies over everything, is hidden, and what an opaque dialog covers has no say
 * in the contrast of its texts.
 */
const decidable = `
  .watermark { display: none !important }
  body:has(${JUDGED}) > :not(${JUDGED}, :has(${JUDGED})) { visibility: hidden !important }
`

/** In the mode for pages without frames, which is the quicker one, and without a report of all that passed. */
const axe = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations', 'incomplete'] }).setLegacyMode()

/**
 * Nothing that axe finds on the screen or in a dialog of it, by day and in the dark, and nothing about contrast that it
 * cannot decide.
 */
export async function expectNoFaults(page: Page, where: string, dialog?: Locator) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached()
    expect(await faultsOf(page, colorScheme, `${where}, ${colorScheme}`, dialog)).toEqual([])
  }
}

/** What axe finds, one line for each fault; in the gallery every state stands beside the others. */
export async function faultsOf(
  page: Page,
  theme: Theme,
  where: string,
  dialog?: Locator,
  { inGallery = false } = {},
): Promise<string[]> {
  // The pointer still rests where it pressed last; a tooltip there would be no part of the screen.
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.addStyleTag({ content: decidable })
  await dialog?.evaluate((element) => element.setAttribute('data-judged', ''))
  const judge = axe(page).include(dialog ? JUDGED : 'body')
  // What is disabled may be pale, and among all states some are.
  if (inGallery) judge.exclude('.ant-select-disabled')
  // Nothing but colours is another matter in the dark.
  if (theme === 'dark') judge.withRules(CONTRAST)
  // The states of one widget are its landmarks over and over.
  else if (inGallery) judge.disableRules('landmark-unique')
  const { violations, incomplete } = await judge.analyze()
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where} ${id}: ${inWords(node)}`),
  )
  // Pieces that float cover other states; what they hold was decided on the screens.
  const open = (inGallery ? [] : incomplete).find(({ id }) => id === CONTRAST)?.nodes ?? []
  // A field without a value has no text to judge.
  for (const { target } of open.filter((node) => keyOf(node) !== 'emptyValue')) {
    const still = await undecided(page, target.join(' '))
    if (still) faults.push(`${where} undecided: ${still}`)
  }
  // What it hid would take no focus when the dialog closes.
  await dialog?.evaluate((element) => element.removeAttribute('data-judged'))
  return faults
}

/** What the edge of a list cuts is scrolled into the middle and judged by itself. */
async function undecided(page: Page, selector: string): Promise<string | null> {
  const element = page.locator(selector)
  await element.evaluate((each) => each.scrollIntoView({ block: 'center', inline: 'center' }))
  const judge = axe(page).include(selector).withRules(CONTRAST)
  const { violations, incomplete } = await judge.analyze()
  const nodes = [...violations, ...incomplete].flatMap((rule) => rule.nodes)
  return nodes.map(inWords).join() || null
}

type Judged = { target: unknown[]; any: { data?: unknown }[] }

const keyOf = ({ any }: Judged) =>
  (any[0]?.data as { messageKey?: string } | null | undefined)?.messageKey ?? ''

const inWords = (node: Judged) => `${node.target.join(' ')} ${keyOf(node)}`
