import { expect, type Locator, type Page } from '@playwright/test'
import { frames } from './hand.ts'

/** The maximum number of tab stops on a widget's page. */
const STOPS = 120

/** A user with only a keyboard. */
export class Keyboard {
  readonly page: Page
  readonly state: (name: string) => Promise<void>

  /** `state` shows a single state of the widget. */
  constructor(page: Page, state: (name: string) => Promise<void>) {
    this.page = page
    this.state = state
  }

  /** Presses keys one after the other, no faster than the page renders. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      await frames(this.page)
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Replaces the content of the field. */
  async retype(text: string): Promise<void> {
    await this.press('Control+a')
    await this.type(text)
  }

  /**
   * Presses Tab until the target has the focus, and expects a visible focus ring on it, or on `ringed` if that is
   * another element.
   */
  async reach(target: Locator, { by = 'Tab', ringed = target } = {}): Promise<void> {
    await expect(target).toBeAttached()
    if (await isAt(target)) await this.press(by)
    const before = await ringed.evaluate(marksOf)
    for (let stop = 0; stop < STOPS; stop++) {
      await this.press(by)
      if (await isAt(target)) break
    }
    await expect(target).toBeFocused()
    await expect
      .poll(async () => ringIn(before, await ringed.evaluate(marksOf)), {
        message: `a ring around ${target.toString()}`,
      })
      .toBe(true)
  }

  /** Moves to a button or similar control and presses it. */
  async use(target: Locator, key = 'Enter'): Promise<void> {
    await this.reach(target)
    await this.press(key)
  }

  /**
   * Expects the overlay to have the focus and to trap it: pressing Tab in either direction never reaches the page
   * behind; past the last stop is the browser's own toolbar.
   */
  async staysIn(layer: Locator): Promise<void> {
    await expect(layer).toBeVisible()
    await expect.poll(() => focusOf(layer)).toBe('inside')
    for (const key of [...Array<string>(9).fill('Tab'), ...Array<string>(12).fill('Shift+Tab')]) {
      await this.press(key)
      expect(await focusOf(layer), `the focus after ${key}`).not.toBe('behind')
    }
  }

  /** Esc closes it, and the focus returns to the opener. */
  async shuts(layer: Locator, opener: Locator): Promise<void> {
    await this.press('Escape')
    await expect(layer).toBeHidden()
    await expect(opener).toBeFocused()
  }

  /** Tab reaches nothing in any state. */
  async passes(): Promise<void> {
    for (let stop = 0; stop < 30; stop++) {
      await this.press('Tab')
      expect(await this.page.locator('.stage :focus').count(), 'a stop').toBe(0)
    }
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** Expects a notice, where the widget itself shows no result. */
  async told(text: string): Promise<void> {
    await expect(this.page.locator('.notices').getByText(text, { exact: true }).first()).toBeVisible()
  }
}

const isAt = (target: Locator) => target.evaluate((element) => element === document.activeElement)

const focusOf = (layer: Locator) =>
  layer.evaluate((element) => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nowhere'
    // A drawer's own frame takes the focus first.
    return element.contains(at) || at.contains(element) ? 'inside' : 'behind'
  })

type Mark = { outline: string; shadow: string; seen: boolean }

/** The outlines and shadows of the element, of the row that it represents, and of its nearest ancestors. */
function marksOf(element: Element): (Mark | null)[] {
  const active = element.getAttribute('aria-activedescendant')
  const chain: (Element | null)[] = [active ? document.getElementById(active) : null]
  for (let each: Element | null = element; each && chain.length < 6; each = each.parentElement)
    chain.push(each)
  return chain.map((each) => {
    if (!each) return null
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each)
    const isNone = outlineStyle === 'none' || outlineWidth === '0px' || outlineColor.endsWith(', 0)')
    return {
      outline: isNone ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`,
      shadow: boxShadow === 'none' ? '' : boxShadow,
      seen: each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    }
  })
}

/** Whether one of them has a new outline or shadow. */
const ringIn = (before: readonly (Mark | null)[], now: readonly (Mark | null)[]): boolean =>
  now.some((mark, at) => {
    const had = before[at]
    const isNew = (kind: 'outline' | 'shadow') => Boolean(mark?.[kind]) && mark![kind] !== had?.[kind]
    return mark?.seen && (isNew('outline') || isNew('shadow'))
  })
