import type { Page } from '@playwright/test'

type Place = { x: number; y: number }

/** Waits until the page has drawn so many times: a person is no quicker than the screen. */
export const frames = (page: Page, count = 1): Promise<void> =>
  page.evaluate(async (left) => {
    for (; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, count)

/** Presses keys one after the other, as unevenly as a person does. */
export async function pressByHand(page: Page, keys: readonly string[]): Promise<void> {
  for (const [at, key] of keys.entries()) {
    await page.keyboard.press(key)
    await frames(page, 1 + (at % 3))
  }
}

/** Where a hand is on its way after a share of the time: slow at first, quick, slow at the end, never quite straight. */
function* wayOf(from: Place, across: number, steps: number): Generator<Place> {
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    const done = share * share * (3 - 2 * share)
    yield { x: from.x + across * done, y: from.y + (step % 3) * (1 - share) }
  }
}

/** Takes hold of a place and drags it sideways, as a hand does. */
export async function dragByHand(page: Page, from: Place, across: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const { x, y } of wayOf(from, across, 24)) {
    await page.mouse.move(x, y)
    await frames(page)
  }
  await page.mouse.up()
}

/** The same with a finger. */
export async function dragByFinger(page: Page, from: Place, across: number): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  for (const place of wayOf(from, across, 24)) {
    await send('touchMove', [place])
    await frames(page)
  }
  await send('touchEnd', [])
  await touch.detach()
}
