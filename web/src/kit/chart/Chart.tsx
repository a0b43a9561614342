import { own } from '@heliodesk/contract/own.ts'
import { ChartColumn, Ellipsis, FileText, Image, RefreshCw, Table } from 'lucide-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Link } from 'react-router'
import { saveBlob } from '../../lib/download.ts'
import { notify } from '../../lib/notices.ts'
import { Button, IconButton } from '../Button.tsx'
import { PointTip } from '../PointTip.tsx'
import { PopMenu, spotUnder, type Spot } from '../PopMenu.tsx'
import { Empty } from '../States.tsx'
import { useLate } from '../use-late.ts'
import css from './chart.module.css'
import {
  csvOfChart,
  hasValues,
  orderOf,
  summaryOf,
  tones,
  wordsAt,
  type Description,
  type Series,
} from './description.ts'
import { useDrawing } from './use-drawing.ts'
import { ValueTable } from './ValueTable.tsx'
import { companyNow } from '../../lib/company-time.ts'

type ChartProps = Description & {
  /** What a point leads to: its link with a name; null for users without access. */
  linkAt?: (at: number) => { to: string; label: string } | null
}

/**
 * A chart of one description. Arrow keys and the pointer read its values point by point, a table behind it has all of
 * them, and its menu saves it as a picture or as data.
 */
export function Chart(props: ChartProps) {
  return hasValues(props) ? <Drawn {...props} /> : <Empty title="没有可以画的数据" text={props.label} />
}

function Drawn(props: ChartProps) {
  const { label, points, linkAt } = props
  const { ref, size, drawing, error } = useDrawing(props)
  const [pointed, setPointed] = useState<number | null>(null)
  const [tabled, setTabled] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const summary = useId()
  const words = useMemo(() => summaryOf(props), [props])
  const late = useLate(drawing === null && error === null)
  const last = points.names.length - 1

  const pointTo = (at: number) => setPointed(Math.max(0, Math.min(last, at)))
  const onPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const at = drawing?.pointAt(clientX - currentTarget.getBoundingClientRect().left)
    if (at !== undefined && Number.isFinite(at)) pointTo(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = pointed ?? -1
    const keys = { ArrowRight: at + 1, ArrowLeft: at < 0 ? last : at - 1, Home: 0, End: last }
    const target = own(keys, event.key)
    const factor = own(zooms, event.key)
    if (target !== undefined) pointTo(target)
    else if (event.key === 'Enter') link.current?.click()
    else if (event.key === 'Escape' && pointed !== null) setPointed(null)
    else if (factor !== undefined && drawing) drawing.zoom(factor, pointed ?? last / 2)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isTabled = tabled || error !== null
  const target = pointed === null ? null : linkAt?.(pointed)
  const x = pointed === null || !drawing ? -1 : drawing.placeOf(pointed)
  const band = drawing && last > 0 ? Math.max(1, drawing.placeOf(1) - drawing.placeOf(0)) : (size?.width ?? 0)
  return (
    <figure className={css.chart} aria-label={label} aria-describedby={summary}>
      <p className="sr" id={summary}>
        {words}
      </p>
      <figcaption>
        {props.series.map((series) => (
          <Key key={series.name} series={series} order={orderOf(props, series)} />
        ))}
        <ChartMenu
          description={props}
          isTabled={isTabled}
          onTable={error === null ? () => setTabled(!tabled) : null}
          picture={drawing && (() => drawing.picture(props))}
        />
      </figcaption>
      {error !== null && (
        <div className="alert err" role="alert">
          <span className="grow">图没有画出来，下面是它的数据</span>
          <Button size="sm" icon={RefreshCw} onClick={() => location.reload()}>
            重新加载
          </Button>
        </div>
      )}
      <div
        className={css.plot}
        hidden={isTabled}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        // A finger leaves when it is lifted, and what it pointed to stays.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPointed(null)}
      >
        <div
          ref={ref}
          className={css.drawing}
          role="slider"
          tabIndex={0}
          aria-label={`${label}，方向键逐个读数`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={pointed ?? 0}
          aria-valuetext={
            pointed === null ? '还没有读数' : [points.names[pointed]!, ...wordsAt(props, pointed)].join('，')
          }
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget }) => relatedTarget !== link.current && setPointed(null)}
        />
        {late && <span className={`sk ${css.waiting}`} role="status" aria-label="正在加载" />}
        {pointed !== null && size && x >= 0 && x <= size.width && (
          <>
            <span className={css.cursor} style={{ left: x - band / 2, width: band }}>
              {target && <Link ref={link} to={target.to} aria-label={target.label} tabIndex={-1} />}
            </span>
            <PointTip
              at={{ x, y: 12 }}
              size={size}
              away={band / 2 + 8}
              title={points.names[pointed]!}
              lines={wordsAt(props, pointed)}
            />
          </>
        )}
      </div>
      <ValueTable description={props} isShown={isTabled} />
    </figure>
  )
}

const zooms: Record<string, number> = { '+': 2, '=': 2, '-': 0.5, '0': 0 }

const Key = ({ series, order }: { series: Series; order: number }) => (
  <span className={css.key}>
    <i
      className={series.kind === 'bar' ? css.box : css.stroke}
      style={{ color: `var(${tones[series.tone]})` }}
      data-order={order}
      aria-hidden
    />
    {series.name} {series.note}
  </span>
)

type ChartMenuProps = {
  description: Description
  isTabled: boolean
  /** Shows the table or the drawing; null where there is no drawing. */
  onTable: (() => void) | null
  picture: (() => Promise<Blob>) | null
}

function ChartMenu({ description, isTabled, onTable, picture }: ChartMenuProps) {
  const [spot, setSpot] = useState<Spot | null>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const fileOf = (kind: string) => `${description.label}_${companyNow().format('YYYYMMDDHHmmss')}.${kind}`
  const table = isTabled ? { text: '显示图', icon: ChartColumn } : { text: '显示数据表', icon: Table }
  return (
    <span className="menu-anchor mla" ref={anchor}>
      <IconButton
        icon={Ellipsis}
        label={`${description.label}的更多操作`}
        on={spot !== null}
        onClick={() => setSpot(spot ? null : spotUnder(anchor.current!, true))}
      />
      {spot && (
        <PopMenu
          label={`${description.label}的更多操作`}
          spot={spot}
          items={[
            { ...table, refusal: onTable ? null : '图没有画出来', onSelect: () => onTable?.() },
            {
              text: '导出图片',
              icon: Image,
              refusal: picture ? null : '图还没有画出来',
              onSelect: () =>
                void picture?.().then(
                  (png) => saveBlob(png, fileOf('png')),
                  () => notify({ kind: 'error', title: '图片没有导出' }),
                ),
            },
            {
              text: '导出数据',
              icon: FileText,
              onSelect: () =>
                saveBlob(
                  new Blob([csvOfChart(description)], { type: 'text/csv;charset=utf-8' }),
                  fileOf('csv'),
                ),
            },
          ]}
          onClose={() => setSpot(null)}
        />
      )}
    </span>
  )
}
