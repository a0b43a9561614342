import { expect, type Page } from '@playwright/test'

/**
 * Expects that every control on the page, or in its topmost dialog, shows when it has the focus of the keyboard, and
 * that no edge around it cuts its ring. Lists are checked by their own journey.
 */
export async function expectWholeRings(page: Page, where: string): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement)
  // Only after a key a focus is one of the keyboard.
  await page.keyboard.press('Shift+Tab')
  expect.soft(await page.evaluate(faults), `focus rings of ${where}`).toEqual([])
  // Left where it is, it may keep a tooltip open.
  await before.evaluate((had) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (had instanceof HTMLElement) had.focus()
  })
}

/** Runs in the page. */
function faults(): string[] {
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter(
    (each) => each.getClientRects().length > 0,
  )
  const controls = (dialogs.at(-1) ?? document).querySelectorAll<HTMLElement>(
    'a[href], button, [tabindex="0"]',
  )
  const found = new Set<string>()
  for (const control of controls) {
    const { width, height } = control.getBoundingClientRect()
    if (width < 4 || height < 4 || control.closest('.page-table')) continue
    // The canvas of an editor: what is chosen in it has a frame of its own.
    if (control instanceof SVGElement) continue
    control.scrollIntoView({ block: 'center', inline: 'center' })
    control.focus({ preventScroll: true })
    if (document.activeElement !== control || !control.matches(':focus-visible')) continue
    const name = `${control.tagName} ${control.className} “${(control.ariaLabel ?? control.innerText).trim().slice(0, 20)}”`
    const cut = cutSides(control)
    if (cut === null) found.add(`${name} has no ring`)
    else if (cut.length > 0) found.add(`${name} is cut at ${cut.join()}`)
  }
  return [...found]

  /** The sides at which an ancestor cuts the ring; null without a ring. */
  function cutSides(control: HTMLElement): string[] | null {
    const own = getComputedStyle(control)
    if (own.outlineStyle === 'none') return hasOtherSign(control) ? [] : null
    const reach = parseFloat(own.outlineOffset) + parseFloat(own.outlineWidth)
    const box = control.getBoundingClientRect()
    let isAbsolute = own.position === 'absolute'
    for (let each = control.parentElement; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each)
      if (style.position === 'fixed') return []
      if (isAbsolute && style.position === 'static') continue
      isAbsolute = style.position === 'absolute'
      const edge = each.getBoundingClientRect()
      const left = edge.left + each.clientLeft
      const top = edge.top + each.clientTop
      const sides = [
        ...(style.overflowX === 'visible'
          ? []
          : ([
              ['left', left - box.left],
              ['right', box.right - left - each.clientWidth],
            ] as const)),
        ...(style.overflowY === 'visible'
          ? []
          : ([
              ['top', top - box.top],
              ['bottom', box.bottom - top - each.clientHeight],
            ] as const)),
      ]
      // What is itself partly out of sight is scrolled, or meant to be cut.
      const cut = sides.filter(([, over]) => over <= 1 && over + reach > 0.5)
      if (cut.length > 0) return cut.map(([side]) => side)
    }
    return []
  }

  /** Another sign than an outline: a shadow, or one on its children or behind it. */
  function hasOtherSign(control: HTMLElement): boolean {
    const around = [
      control,
      ...control.children,
      control.parentElement!,
      control.parentElement!.parentElement!,
    ]
    const look = () =>
      around
        .flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::after')])
        .map((style) => [style.outline, style.boxShadow, style.borderColor].join())
        .join()
    const focused = look()
    control.blur()
    const plain = look()
    control.focus()
    return focused !== plain
  }
}
