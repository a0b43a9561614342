import type { MarkKind } from '@heliodesk/contract/ticket-drawings.ts'
import type { MarkState } from './marks.ts'
import css from './drawings.module.css'

export const stateWords = { done: '已执行', waits: '未执行' } as const

/** Told apart without colours too, as on paper: a square, a disc, a diamond and a plate. */
const shapes: Record<MarkKind, { wide: number; high: number; round: number; turn?: string }> = {
  isolated: { wide: 20, high: 20, round: 2 },
  earth: { wide: 22, high: 22, round: 11 },
  live: { wide: 19, high: 19, round: 1, turn: 'rotate(45)' },
  place: { wide: 34, high: 18, round: 9 },
}

type PinProps = { no: number; kind: MarkKind; state?: MarkState }

/** The number of a mark in the shape of its kind; filled once what it stands for is done. */
export const Pin = ({ no, kind, state = null }: PinProps) => (
  <svg
    className={css.pin}
    data-kind={kind}
    data-state={state ?? undefined}
    viewBox="-20 -16 40 32"
    width="40"
    height="32"
    aria-hidden
  >
    <g className={css.edge}>
      <Shape kind={kind} />
    </g>
    <Shape kind={kind} className={css.shape} />
    <text y="4.2">{no}</text>
    {state === 'done' && (
      <g transform="translate(11 -9)">
        <circle r="6" />
        <path className={css.tick} d="m-3 0 2.2 2.4L3-2.2" />
      </g>
    )}
  </svg>
)

function Shape({ kind, className }: { kind: MarkKind; className?: string }) {
  const { wide, high, round, turn } = shapes[kind]
  const size = { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: round }
  return <rect className={className} {...size} transform={turn} />
}

/** Where a mark is on its picture. */
export const placeOf = ({ x, y }: { x: number; y: number }) => ({ left: `${x * 100}%`, top: `${y * 100}%` })
