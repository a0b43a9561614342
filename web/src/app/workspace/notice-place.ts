/** Headers and footers of pages, drawers and dialogs: they hold the controls for the next action. */
const KEPT_CLEAR = [
  '.ph',
  '.dh',
  '.design-pane-head',
  '.design-head',
  '.ant-drawer-body > * > .title',
  '.form-dialog .title',
  '.ant-drawer-header',
  '.ant-modal-header',
  '.ant-modal-close',
  '.image-previewer header',
  '.foot',
  '.buttons',
].join()

/** The actions of list rows. */
const ROW_ACTIONS = '.page-table :is(.actions-cell, .cards button)'

const GAP = 8

type Span = { top: number; bottom: number }
type Box = Span & { left: number; right: number }

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

type Surroundings = {
  /** The heads and feet between two horizontal positions. */
  headsIn: (left: number, right: number) => readonly Span[]
  rowActions: readonly Box[]
  end: number
}

/**
 * Where notices of this height cover no head, no foot and no row's action: their top, and how far they stand to the
 * left of their column at the right. They stand beside the row actions when there is not enough room between these;
 * an action that is as wide as the column leaves no room beside it. If there is no such place, they keep clear of the
 * heads and feet alone. All in pixels.
 */
export function clearPlace(
  { top: from, left, right }: Pick<Box, 'top' | 'left' | 'right'>,
  height: number,
  { headsIn, rowActions, end }: Surroundings,
): { top: number; aside: number } {
  const actions = rowActions.filter((box) => box.left < right && left < box.right)
  const beside = Math.max(0, ...actions.map((box) => right - box.left + GAP))
  const heads = headsIn(left, right)
  const places = [
    { aside: 0, spans: [...heads, ...actions] },
    { aside: beside, spans: headsIn(left - beside, right - beside) },
  ]
  for (const { aside, spans } of places) {
    const top = clearTop(from, height, spans, end)
    const own = { top, bottom: top + height }
    const isClear = own.bottom <= end && !spans.some((span) => meets(span, own))
    if (isClear && aside < (right - left) / 2) return { top, aside }
  }
  return { top: clearTop(from, height, heads, end), aside: 0 }
}

/** The visible and clickable parts of elements between two horizontal positions. */
function boxesIn(selector: string, notices: HTMLElement, from: number, to: number): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((each) => {
    const box = each.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, from), Math.min(box.right, to)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (left >= right || top >= bottom) return []
    const hit = document
      .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      .find((element) => !notices.contains(element))
    return hit && each.contains(hit) ? [{ top, bottom, left, right }] : []
  })
}

/**
 * Keeps the notices clear of headers, footers and row actions while they are shown, whatever opens meanwhile. They are
 * as high as possible, and move only when they would cover something. Returns the function that stops this.
 */
export function keepClear(notices: HTMLElement): () => void {
  let frame = 0
  const headsIn = (left: number, right: number) => boxesIn(KEPT_CLEAR, notices, left, right)
  const rowActionsIn = (left: number, right: number) => boxesIn(ROW_ACTIONS, notices, left, right)
  const moveTo = (top: string, aside: string) => {
    notices.style.marginTop = top
    notices.style.setProperty('--aside', aside || '0px')
  }
  const place = () => {
    frame = 0
    const now = notices.getBoundingClientRect()
    const covered = [...headsIn(now.left, now.right), ...rowActionsIn(now.left, now.right)]
    if (!covered.some((box) => meets(box, now)) && now.bottom <= innerHeight) return
    moveTo('', '')
    const column = notices.getBoundingClientRect()
    const around = { headsIn, rowActions: rowActionsIn(column.left, column.right), end: innerHeight }
    let { height } = column
    // On a phone, notices that stand aside are narrower, and may become higher.
    for (let more = true; more;) {
      const { top, aside } = clearPlace(column, height, around)
      moveTo(`${top - column.top}px`, `${aside}px`)
      const after = notices.getBoundingClientRect().height
      more = after > height
      height = after
    }
  }
  const placeSoon = () => {
    frame ||= requestAnimationFrame(place)
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => target !== notices)) placeSoon()
  })
  const watched = { attributeFilter: ['class', 'style'], childList: true, subtree: true }
  changes.observe(document.body, watched)
  const moves = ['animationend', 'resize', 'scroll', 'transitionend']
  for (const move of moves) addEventListener(move, placeSoon, { capture: true, passive: true })
  place()
  return () => {
    changes.disconnect()
    cancelAnimationFrame(frame)
    for (const move of moves) removeEventListener(move, placeSoon, { capture: true })
    moveTo('', '')
  }
}
