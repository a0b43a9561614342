import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, NodeResult, Result, RunOptions, SerialContextObject } from 'axe-core'
import { expect, type ElementHandle, type Frame, type Locator, type Page } from '@playwright/test'
import { idle, listen } from './journey.ts'

declare global {
  interface Window {
    /** Once `load` has put it there. */
    axe: { run: (context: SerialContextObject, options: RunOptions) => Promise<AxeResults> }
  }
}

type Theme = 'light' | 'dark'

const CONTRAST_ALONE: Pick<RunOptions, 'runOnly'> = { runOnly: { type: 'rule', values: ['color-contrast'] } }
const JUDGED = '[data-judged]'

/** Makes contrast decidable for axe: hides the watermark over the page, and what an opaque dialog covers. */
const decidable = `
  .watermark { display: none !important }
  [data-covered] { visibility: hidden !important }
`

/** Marks the dialog, and what lies beside it in the document. A selector with `:has` would slow every later change. */
function mark(dialog: Element): void {
  dialog.setAttribute('data-judged', '')
  for (const parent of [document.body, ...document.querySelectorAll('body > div')])
    if (parent !== dialog && parent.contains(dialog))
      for (const child of parent.children) if (!child.contains(dialog)) child.setAttribute('data-covered', '')
}

/** Content hidden for the check could not take the focus when the dialog closes. */
function unmark(dialog: Element): void {
  dialog.removeAttribute('data-judged')
  for (const each of document.querySelectorAll('[data-covered]')) each.removeAttribute('data-covered')
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A document gets the half megabyte of axe once. */
async function load(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(source)
  await frame.addStyleTag({ content: decidable })
}

/** What axe says of an element. */
type Judged = { target: string; key: string }

type Judgement = { violations: Fault[]; undecided: Judged[] }
type Fault = { id: string; nodes: Judged[] }

type Question = Pick<SerialContextObject, 'include' | 'exclude'> & Pick<RunOptions, 'runOnly' | 'rules'>

/**
 * Asks axe. Only what is read of its report leaves the page. Style sheets are not loaded a second time and parsed at each
 * check: of the rules that run, none reads them.
 */
async function judge(page: Page, { include, exclude = [], ...rules }: Question): Promise<Judgement> {
  for (const frame of page.frames()) await load(frame)
  const options: RunOptions = {
    ...rules,
    resultTypes: ['violations', 'incomplete'],
    preload: { assets: ['media'] },
  }
  return page.evaluate(report, { context: { include, exclude }, options })
}

/** Runs in the page. */
async function report({ context, options }: { context: SerialContextObject; options: RunOptions }) {
  const { violations, incomplete } = await window.axe.run(context, options)
  const judged = ({ target, any }: NodeResult): Judged => ({
    target: target.join(' '),
    key: (any[0]?.data as { messageKey?: string } | null | undefined)?.messageKey ?? '',
  })
  const fault = ({ id, nodes }: Result): Fault => ({ id, nodes: nodes.map(judged) })
  const contrast = incomplete.find(({ id }) => id === 'color-contrast')
  return { violations: violations.map(fault), undecided: (contrast?.nodes ?? []).map(judged) }
}

/** Expects no axe violation on the page or in its dialog, in this theme, and no contrast that axe cannot decide. */
export async function expectNoFaults(page: Page, theme: Theme, where: string, dialog?: Locator) {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator(`html[data-theme=${theme}]`)).toBeAttached()
  expect(await faultsOf(page, theme, `${where}, ${theme}`, dialog)).toEqual([])
  await listen(page)
}

/** Expects no axe violation on the page, or in this part of it, as it is now; undecided contrast is not reported. */
export async function expectNoViolations(page: Page, part?: string): Promise<void> {
  const { violations } = await judge(page, { include: [part ?? 'html'] })
  expect(violations.flatMap(inLines)).toEqual([])
}

/** The violations that axe finds, one line each; in the gallery all states are side by side. */
export async function faultsOf(
  page: Page,
  theme: Theme,
  where: string,
  dialog?: Locator,
  { inGallery = false } = {},
): Promise<string[]> {
  // The pointer is still at the last press; a tooltip there would not belong to the screen.
  await page.mouse.move(0, 0)
  await idle(page)
  await dialog?.evaluate(mark)
  const part = dialog ? JUDGED : 'body'
  const found = await withoutKeptPages(page, () => faultsOfVisible(page, part, theme, inGallery))
  await dialog?.evaluate(unmark)
  return found.map((fault) => `${where} ${fault}`)
}

/** What axe has just named is there, or never comes. */
const SOON = { timeout: 5000 }

async function faultsOfVisible(
  page: Page,
  part: string,
  theme: Theme,
  inGallery: boolean,
): Promise<string[]> {
  const { violations, undecided: open } = await judge(page, {
    include: [part],
    // Disabled controls may be pale, and some states are disabled.
    ...(inGallery && { exclude: ['.ant-select-disabled'] }),
    // The gallery is also looked at in the light theme at this width; only colours differ.
    ...(inGallery && theme === 'dark' && CONTRAST_ALONE),
    // The states of one widget repeat its landmarks.
    ...(inGallery && theme === 'light' && { rules: { 'landmark-unique': { enabled: false } } }),
  })
  const faults = violations.flatMap(inLines)
  // Floating parts cover other states of the gallery; their content is checked on the screens. A field without a value
  // has no text to check.
  const targets = (inGallery ? [] : open).filter(({ key }) => key !== 'emptyValue')
  // All before the first is scrolled, which changes classes that axe names others by.
  const elements = await Promise.all(
    targets.map(({ target }) => page.locator(target).elementHandle(SOON)),
  ).catch(() => null)
  // A chart drew itself anew meanwhile: what was found is not there any more.
  if (elements === null) return faultsOfVisible(page, part, theme, inGallery)
  for (const element of elements) {
    const still = (await isReadablyDrawn(element!)) ? null : await undecided(page, element!)
    if (still) faults.push(`undecided: ${still}`)
  }
  return faults
}

/**
 * Takes the pages of other tabs out of the document while `look` runs: axe reads hidden elements and their styles too,
 * which doubles its time, and reports nothing about them.
 */
async function withoutKeptPages<R>(page: Page, look: () => Promise<R>): Promise<R> {
  // Behind a dialog the current page is hidden too, in another way.
  const taken = await page.evaluateHandle(() =>
    [...document.querySelectorAll('.sheet > .page[style*="display: none"]')].map((kept) => {
      const place = document.createElement('template')
      kept.replaceWith(place)
      return { kept, place }
    }),
  )
  try {
    return await look()
  } finally {
    await taken.evaluate((all) => {
      for (const { kept, place } of all) place.replaceWith(kept)
    })
    await taken.dispose()
  }
}

/** Content cut by the edge of a list is scrolled to the middle and checked alone. */
async function undecided(page: Page, element: ElementHandle): Promise<string | null> {
  await element.evaluate((each: Element) => {
    each.setAttribute('data-undecided', '')
    each.scrollIntoView({ block: 'center', inline: 'center' })
  })
  const found = await judge(page, { include: ['[data-undecided]'], ...CONTRAST_ALONE })
  await element.evaluate((each: Element) => each.removeAttribute('data-undecided'))
  const nodes = [...found.violations.flatMap((rule) => rule.nodes), ...found.undecided]
  return nodes.map(inWords).join() || null
}

/** Whether it is a text of a picture, of which axe does not know the colours, with the contrast that texts need. */
const isReadablyDrawn = (element: ElementHandle): Promise<boolean> =>
  element.evaluate((each: Element) => {
    // Editors of pictures write lines as parts of a text.
    const text = each.closest('text')
    if (!text) return false
    const behind = text.parentElement!.querySelector(':scope > rect, :scope > .bpmn-shape')
    let box = text.closest('svg')!.parentElement!
    const colourOf = (backed: Element) => getComputedStyle(backed).backgroundColor
    while (/^(?:transparent|rgba\(.*, 0\))$/.test(colourOf(box))) box = box.parentElement!
    const luminanceOf = (colour: string) => {
      const [red, green, blue] = colour.match(/[\d.]+/g)!.map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    }
    const colours = [getComputedStyle(text).fill, behind ? getComputedStyle(behind).fill : colourOf(box)]
    const [darker, lighter] = colours.map(luminanceOf).toSorted((one, other) => one - other)
    return (lighter! + 0.05) / (darker! + 0.05) >= 4.5
  })

const inLines = ({ id, nodes }: Fault) => nodes.map((node) => `${id}: ${inWords(node)}`)

const inWords = ({ target, key }: Judged) => `${target} ${key}`
