import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useWindowEvent } from '../../../kit/use-window-event.ts'
import type { OrderDetail } from '../order.ts'
import { AssessRow, ReworkRow, RowView } from './RowForms.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import { isOpen, type Mode, type Sheet, type SheetRow } from './sheet.ts'
import css from './appearance.module.css'

const forms = { assess: AssessRow, rework: ReworkRow, review: ReviewRow, view: RowView }

type RowDrawerProps = OverlayProps & {
  sheet: Sheet
  no: number
  order: OrderDetail
  modeOf: (row: SheetRow) => Mode
  onMove: (no: number) => void
}

/** One row of a sheet with what its reader may do to it, and the way to its neighbours. */
export function RowDrawer({ sheet, no, order, modeOf, onMove, ...overlay }: RowDrawerProps) {
  const at = sheet.rowList.findIndex((each) => each.no === no)
  const row = sheet.rowList[at]
  if (!row) return null
  const mode = modeOf(row)
  const Form = forms[mode]
  /** The next row that waits for this person, from here on and then from the start. */
  const nextIn = ({ rowList }: Sheet) =>
    [...rowList.slice(at + 1), ...rowList.slice(0, at)].find((each) => isOpen(each, modeOf(each)))
  const next = nextIn(sheet)
  return (
    <Form
      key={`${row.no} ${mode}`}
      {...overlay}
      sheet={sheet}
      row={row}
      order={order}
      verb={next ? '保存，下一项' : '保存'}
      nav={(dirty) => (
        <Neighbours
          at={at}
          total={sheet.rowList.length}
          dirty={dirty}
          onMove={(to) => onMove(sheet.rowList[to]!.no)}
        />
      )}
      onSaved={(saved) => {
        const following = nextIn(saved)
        if (following) onMove(following.no)
        else overlay.onClose()
      }}
    />
  )
}

type NeighboursProps = { at: number; total: number; dirty: boolean; onMove: (at: number) => void }

/** 12 / 20, and the buttons to the neighbours, which J and K press where nothing is typed. */
function Neighbours({ at, total, dirty, onMove }: NeighboursProps) {
  const ways = [
    { icon: ChevronUp, label: '上一项', to: at - 1, key: 'k', end: '已是第一项' },
    { icon: ChevronDown, label: '下一项', to: at + 1, key: 'j', end: '已是最后一项' },
  ]
  const refusalTo = (to: number, end: string) =>
    dirty ? '有未保存的内容' : to < 0 || to >= total ? end : null
  useWindowEvent('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return
    if (target.closest('input, textarea, [role=combobox]')) return
    const way = ways.find((each) => each.key === key.toLowerCase())
    if (way && refusalTo(way.to, way.end) === null) onMove(way.to)
  })
  return (
    <>
      <span className={`t3 s13 ${css.place}`}>
        {at + 1} / {total}
      </span>
      {ways.map(({ icon, label, to, end }) => (
        <IconButton
          key={label}
          small
          icon={icon}
          label={label}
          refusal={refusalTo(to, end)}
          onClick={() => onMove(to)}
        />
      ))}
    </>
  )
}
