import { provinces as all } from '@heliodesk/contract/provinces.ts'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../kit/format.ts'
import { cellOf, moveTo, placeOf, type Cell } from './cells.ts'
import {
  bandOf,
  factsOf,
  letterOf,
  perMw,
  shortMegawatts,
  titleOf,
  type OrderFigures,
  type ProvinceFigures,
} from './figures.ts'
import { Diamond, Late } from './Marks.tsx'
import './bands.css'
import css from './tile-grid.module.css'

type TileGridProps = {
  label: string
  provinces: readonly ProvinceFigures[]
  /** Whether the tiles are coloured by their loss. */
  coloured?: boolean
  /** The highlighted province. */
  pointed?: string | null
  onPoint?: (name: string | null) => void
  /** Where a tile leads; null for people without access to it. */
  linkTo: (name: string) => string | null
  /** The tile that has the focus at first. */
  focused?: string | null
  /** Shown in the free cells at the top left, and at the bottom right. */
  reading?: ReactNode
  legend?: ReactNode
}

/** All provinces as equal tiles, each at its fixed place, without any outline of a territory. */
export function TileGrid({
  label,
  provinces,
  coloured = true,
  pointed = null,
  onPoint,
  linkTo,
  focused = null,
  reading,
  legend,
}: TileGridProps) {
  const ref = useRef<HTMLDivElement>(null)
  const cells = provinces.map(({ province }) => cellOf(province))
  const names = provinces.map(titleOf)
  const [entered, setEntered] = useState(focused)
  const entry = Math.max(0, names.indexOf(entered ?? ''))
  useEffect(() => {
    if (focused && document.activeElement === document.body) tileIn(ref.current, focused)?.focus()
  }, [focused])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveTo(event.key, cells, entry)
    if (next === null) return
    event.preventDefault()
    tileIn(ref.current, names[next]!)?.focus()
  }
  const taken = new Set(names)
  return (
    <div className={css.box}>
      <div
        ref={ref}
        className={css.grid}
        role="group"
        aria-label={`${label}，方向键移动，Enter 打开`}
        onPointerLeave={() => onPoint?.(null)}
      >
        {reading && <div className={css.reading}>{reading}</div>}
        {all
          .filter(({ name }) => !taken.has(name))
          .map((each) => (
            <span
              key={each.name}
              className={css.none}
              style={placeOf(each)}
              title={`${each.name}没有电站`}
              aria-hidden
            >
              <span className={css.wide}>{each.name}</span>
              <span className={css.narrow}>{each.letter}</span>
            </span>
          ))}
        {provinces.map((figures, at) => {
          const name = names[at]!
          return (
            <Tile
              key={name}
              figures={figures}
              cell={cells[at]!}
              band={coloured && figures.orders ? bandOf(figures.orders.lossPerMw) : null}
              isPointed={pointed === name}
              isEntry={at === entry}
              to={linkTo(name)}
              onKeyDown={onKeyDown}
              onFocus={() => {
                setEntered(name)
                onPoint?.(name)
              }}
              onBlur={() => onPoint?.(null)}
              onPoint={() => onPoint?.(name)}
            />
          )
        })}
        {legend && <div className={css.legend}>{legend}</div>}
      </div>
    </div>
  )
}

const tileIn = (grid: HTMLElement | null, name: string) =>
  [...(grid?.querySelectorAll<HTMLElement>('[data-province]') ?? [])].find(
    ({ dataset }) => dataset['province'] === name,
  )

type TileProps = {
  figures: ProvinceFigures
  cell: Cell
  band: number | null
  isPointed: boolean
  isEntry: boolean
  to: string | null
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onBlur: () => void
  onPoint: () => void
}

function Tile({ figures, cell, band, isPointed, isEntry, to, onPoint, ...events }: TileProps) {
  const name = titleOf(figures)
  const { stations, capacityKwp, orders } = figures
  const facts = factsOf(figures)
  const tile = {
    className: isPointed ? `${css.tile} ${css.pointed}` : css.tile,
    style: { ...placeOf(cell), ...(band === null ? {} : { background: `var(--c-av-${band})` }) },
    title: [name, ...facts].join('\n'),
    'data-province': name,
    tabIndex: isEntry ? 0 : -1,
    onPointerEnter: onPoint,
    ...events,
    children: (
      <>
        <span className={css.wide} aria-hidden>
          <b>{name}</b>
          <span className={css.size}>
            {formatNumber(stations)} 座·{shortMegawatts(capacityKwp)}
          </span>
          {orders && <b className={css.value}>{perMw(orders.lossPerMw)}</b>}
        </span>
        <span className={css.narrow} aria-hidden>
          {letterOf(figures)} <b>{formatNumber(stations)}</b>
        </span>
        {orders && <TileMarks {...orders} />}
      </>
    ),
  }
  const label = [name, ...facts].join('，')
  return to === null ? (
    <span role="img" aria-label={label} {...tile} />
  ) : (
    <Link to={to} state={{ pushed: true }} draggable={false} {...tile}>
      <span className="sr">{label}</span>
      {tile.children}
    </Link>
  )
}

const TileMarks = ({ outages, overdue }: OrderFigures) => (
  <>
    {outages > 0 && (
      <span className={css.outage} aria-hidden>
        <Diamond />
        <span>{formatNumber(outages)}</span>
      </span>
    )}
    {overdue > 0 && (
      <span className={css.late} aria-hidden>
        <Late />
        <span>{formatNumber(overdue)}</span>
      </span>
    )}
  </>
)
