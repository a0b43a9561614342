/** Headers and footers of pages, drawers and dialogs: they hold the controls for the next action. */
const KEPT_CLEAR = [
  '.ph',
  '.dh',
  '.ant-drawer-body > * > .title',
  '.ant-drawer-header',
  '.ant-modal-header',
  '.ant-modal-close',
  '.image-previewer header',
  '.foot',
  '.buttons',
].join()

const GAP = 8

type Span = { top: number; bottom: number }

const meets = (one: Span, other: Span) => one.top < other.bottom && other.top < one.bottom

/**
 * The highest position at or below `from` where something of this height overlaps no span and ends above `end`; if
 * there is none, the highest position with the most room. All in pixels from the top.
 */
export function clearTop(from: number, height: number, spans: readonly Span[], end: number): number {
  const places = [from, ...spans.map(({ bottom }) => bottom + GAP)]
    .filter((top) => top >= from && top < end && !spans.some((span) => span.top <= top && top < span.bottom))
    .toSorted((one, other) => one - other)
    .map((top) => ({
      top,
      room: Math.min(end, ...spans.map((span) => span.top).filter((at) => at > top)) - top,
    }))
  const roomiest = Math.max(...places.map(({ room }) => room))
  return (places.find(({ room }) => room >= Math.min(height, roomiest)) ?? { top: from }).top
}

/** The spans of visible and clickable headers and footers in the column of the notices. */
function spansBeside(notices: HTMLElement): Span[] {
  const column = notices.getBoundingClientRect()
  return [...document.querySelectorAll(KEPT_CLEAR)].flatMap((each) => {
    const box = each.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, column.left), Math.min(box.right, column.right)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (left >= right || top >= bottom) return []
    const hit = document
      .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      .find((element) => !notices.contains(element))
    return hit && each.contains(hit) ? [{ top, bottom }] : []
  })
}

/**
 * Keeps the notices clear of headers and footers while they are shown, whatever opens meanwhile. They are as high as
 * possible, and move only when they would cover something. Returns the function that stops this.
 */
export function keepClear(notices: HTMLElement): () => void {
  let frame = 0
  const place = () => {
    frame = 0
    const spans = spansBeside(notices)
    const now = notices.getBoundingClientRect()
    if (!spans.some((span) => meets(span, now)) && now.bottom <= innerHeight) return
    const from = Number.parseFloat(getComputedStyle(notices).top)
    notices.style.marginTop = `${clearTop(from, now.height, spans, innerHeight) - from}px`
  }
  const placeSoon = () => {
    frame ||= requestAnimationFrame(place)
  }
  const changes = new MutationObserver(placeSoon)
  const watched = { attributeFilter: ['class', 'style'], childList: true, subtree: true }
  changes.observe(document.body, watched)
  const moves = ['animationend', 'resize', 'scroll', 'transitionend']
  for (const move of moves) addEventListener(move, placeSoon, { capture: true, passive: true })
  place()
  return () => {
    changes.disconnect()
    cancelAnimationFrame(frame)
    for (const move of moves) removeEventListener(move, placeSoon, { capture: true })
    notices.style.marginTop = ''
  }
}
