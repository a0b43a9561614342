export type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

const GAP = 12
const EDGE = 8

const clamp = (value: number, most: number) => Math.max(EDGE, Math.min(value, most))

/** Below the target, else beside it, else above it; centred without a target. */
export function cardPlace(target: Box | null, card: Size, room: Size): { left: number; top: number } {
  const right = room.width - card.width - EDGE
  const bottom = room.height - card.height - EDGE
  if (!target) return { left: (room.width - card.width) / 2, top: (room.height - card.height) / 2 }
  const below = target.top + target.height + GAP
  if (below <= bottom) return { left: clamp(target.left, right), top: below }
  const beside = target.left + target.width + GAP
  if (beside <= right) return { left: beside, top: clamp(target.top, bottom) }
  return { left: clamp(target.left, right), top: clamp(target.top - card.height - GAP, bottom) }
}
