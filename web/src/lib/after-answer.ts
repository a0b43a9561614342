/** A press is answered by the next frame; work that follows within this time belongs to it. */
const BELONGS_MS = 1000

let pressedAt = -Infinity
/** Work is running that has waited; what it leads to waits no second time. */
let isAnswered = false

for (const type of ['pointerdown', 'click', 'keydown'])
  window.addEventListener(
    type,
    (event) => {
      if (event.isTrusted) pressedAt = performance.now()
    },
    { capture: true, passive: true },
  )

/**
 * Runs work that takes long, such as drawing a page, when the browser has drawn a frame after the press that caused it:
 * the pressed button is seen to be pressed at once, on slow devices too (ADR 0041). At once without a recent press, and
 * in a hidden window, which draws no frames.
 */
export function afterAnswer(work: () => void): void {
  if (isAnswered || document.hidden || performance.now() - pressedAt > BELONGS_MS) {
    work()
    return
  }
  const start = () => {
    isAnswered = true
    try {
      work()
    } finally {
      isAnswered = false
    }
  }
  requestAnimationFrame(() => {
    // A message is received after the frame is drawn; a timeout may be held back.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', start)
    port1.start()
    port2.postMessage(null)
  })
}
