import { actors, moves, type Move, type OrderModel } from './model.ts'

/** Numbers from 0 to 1 that a seed repeats. */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

const anyMove = (random: Random, minute: number): Move => ({
  actor: pick(random, actors),
  action: pick(random, moves),
  liable: pick(random, ['管理员', '运维'] as const),
  isAssisted: random() < 0.5,
  isOld: random() < 0.08,
  isComplete: random() < 0.85,
  agrees: random() < 0.6,
  intoPast: random() < 0.15,
  minute,
})

/** Any move, or more often one that goes on with the order, which is rare by chance. */
export function moveFor(model: OrderModel, random: Random, minute: number): Move {
  const given = anyMove(random, minute)
  if (random() < 0.4) return given
  const possible = actors
    .flatMap((actor) => moves.map((action) => ({ ...given, actor, action, isOld: false })))
    .filter(
      (move) =>
        move.action !== 'terminate' && isTaken(model, move) && (move.action !== 'save' || random() < 0.3),
    )
  return possible.length > 0 ? pick(random, possible) : given
}

function isTaken(model: OrderModel, move: Move): boolean {
  const { refusal, permission } = model.copy().take(move, String)
  return refusal === null && permission === null
}
