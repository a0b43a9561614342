import { expect, type Locator, type Page } from '@playwright/test'

type Place = { x: number; y: number }

/** Waits for this many frames: no person is faster than the screen. */
export const frames = (page: Page, count = 1): Promise<void> =>
  page.evaluate(async (left) => {
    for (; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, count)

/** Presses keys one after the other, at irregular intervals as a person does. */
export async function pressByHand(page: Page, keys: readonly string[]): Promise<void> {
  for (const [at, key] of keys.entries()) {
    await page.keyboard.press(key)
    await frames(page, 1 + (at % 3))
  }
}

/** The pointer's positions on a drag by hand: slow at first, fast, slow at the end, never quite straight. */
function* wayOf(from: Place, across: number, steps: number): Generator<Place> {
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    const done = share * share * (3 - 2 * share)
    yield { x: from.x + across * done, y: from.y + (step % 3) * (1 - share) }
  }
}

/** Drags a position horizontally, as a hand does. */
export async function dragByHand(page: Page, from: Place, across: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const { x, y } of wayOf(from, across, 12)) {
    await page.mouse.move(x, y)
    await frames(page)
  }
  await page.mouse.up()
}

/** The same by touch. */
export async function dragByFinger(page: Page, from: Place, across: number): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  for (const place of wayOf(from, across, 12)) {
    await send('touchMove', [place])
    await frames(page)
  }
  await send('touchEnd', [])
  await touch.detach()
}

/**
 * Waits for the dialog and presses until it has closed: a press within a second of the previous one counts as a repeat (spec 2 §4),
 * which only a program is fast enough for.
 */
export async function pressToClose(dialog: Locator, name: string): Promise<void> {
  const button = dialog.getByRole('button', { name, exact: true })
  await expect(dialog).toBeVisible()
  await expect(async () => {
    // If the button disappears between the check and the press, the press is done.
    if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined)
    await expect(dialog).toBeHidden({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
}

/** Two fingers at one height move apart or together in small steps; the second one is lifted last. */
export async function twoFingers(page: Page, y: number) {
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; id: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point) => ({ ...point, y })) })
  type Pair = readonly [number, number]
  return {
    async pinch({ from, to }: { from: Pair; to: Pair }): Promise<void> {
      const [first, second] = from.map((x, id) => ({ x, id })) as [Finger, Finger]
      await send('touchStart', [first])
      await send('touchStart', [first, second])
      for (let step = 1; step <= STEPS; step++) {
        const at = (finger: 0 | 1) => from[finger] + ((to[finger] - from[finger]) * step) / STEPS
        await send('touchMove', [
          { x: at(0), id: 0 },
          { x: at(1), id: 1 },
        ])
        await frames(page)
      }
      await send('touchEnd', [{ x: to[1], id: 1 }])
      await send('touchEnd', [])
    },
  }
}

type Finger = { x: number; id: number }

const STEPS = 16
