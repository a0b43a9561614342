import { appearanceSheetCalls as calls } from '@heliodesk/contract/appearance-sheet.ts'
import { Camera, CircleAlert, ClipboardCheck, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '../../../domain/ExportButton.tsx'
import { Button } from '../../../kit/Button.tsx'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useOverlays, type OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import type { OrderDetail } from '../order.ts'
import { RowDrawer } from './RowDrawer.tsx'
import { SheetFigures, Trend } from './SheetFigures.tsx'
import { SheetTable } from './SheetTable.tsx'
import { isOpen, modeOf, points, sheetTypeOf, type Mode, type Sheet, type SheetRow } from './sheet.ts'
import css from './appearance.module.css'

type AppearanceProps = { id: string; title: string; order: OrderDetail }

/** The sheet of an appearance order: what was found, what it is worth, and what has to be put right. */
export function Appearance({ id, title, order }: AppearanceProps) {
  const read = useCall(calls.sheet, { orderId: order.id })
  return (
    <section className="sec" id={id}>
      <Reading read={read} name="检查单" height={240}>
        {(sheet) =>
          sheet ? (
            <SheetOf title={title} sheet={sheet} order={order} />
          ) : (
            <>
              <h2>{title}</h2>
              <p className="t3 s13">
                {order.otherSts === 2
                  ? '开始作业时，按启用的检查项生成检查单'
                  : '没有检查单：开始作业时没有启用的检查项'}
              </p>
            </>
          )
        }
      </Reading>
    </section>
  )
}

const next = {
  assess: { title: '自评', icon: Camera },
  rework: { title: '整改', icon: Camera },
  review: { title: '评审', icon: ClipboardCheck },
  view: { title: '查看', icon: ClipboardCheck },
} as const

function SheetOf({ title, sheet, order }: { title: string; sheet: Sheet; order: OrderDetail }) {
  const person = {
    userId: useSession(({ user }) => user?.id ?? ''),
    mayExecute: useCan('order:execute'),
    mayCheck: useCan('order:check'),
  }
  const modeIn = (row: SheetRow): Mode => modeOf(row, order, person)
  const waiting = sheet.rowList.filter((row) => isOpen(row, modeIn(row)))
  const first = waiting[0]
  const unmarked = waiting.filter(
    (row) => modeIn(row) === 'review' && row.score === null && row.selfScore !== null,
  )
  // The row that is open is a number, so that the drawer always shows the newest sheet.
  const [no, setNo] = useState<number | null>(null)
  const [drawer, setDrawer] = useState(false)
  const look = (wanted: number) => {
    setNo(wanted)
    setDrawer(true)
  }
  const { show, shown } = useOverlays({
    agree: (overlay) => <AgreeRest {...overlay} sheet={sheet} rows={unmarked} />,
  })
  const skipped = sheet.rowList.filter(({ isNotInvolve }) => isNotInvolve)
  return (
    <>
      <div className={css.head}>
        <h2 className="grow">{title}</h2>
        {unmarked.length > 1 && (
          <Button size="sm" icon={ListChecks} onClick={() => show('agree')}>
            其余按自评
          </Button>
        )}
        <ExportButton
          code="order:export"
          text="导出本站得分"
          size="sm"
          wanted={{ kind: 'appearanceScores', query: { psId: order.psId } }}
          name="站容站貌得分"
          unit="项"
          conditions={`电站 ${order.psName}`}
          total={null}
        />
        {first && (
          <Button size="sm" icon={next[modeIn(first)].icon} onClick={() => look(first.no)}>
            {next[modeIn(first)].title}（{waiting.length} 项）
          </Button>
        )}
      </div>
      <div className={css.top}>
        <SheetFigures sheet={sheet} orderId={order.id} />
        <Trend trend={sheet.trend} orderId={order.id} />
      </div>
      {skipped.length > 0 && (
        <p className="t2 s13">
          不涉及 {skipped.length} 项（
          {skipped.map(({ project, mark }) => `${project} ${points(mark)} 分`).join('、')}
          ）从满分中去掉，适用满分 {points(sheet.self.base)} 分
        </p>
      )}
      {order.flowSts === 3 && sheet.passRefusal && (
        <p className="alert undo" role="status">
          <CircleAlert className="i" aria-hidden />
          <span className="grow">还不能通过：{sheet.passRefusal}</span>
        </p>
      )}
      <SheetTable
        rows={sheet.rowList}
        inHand={order.flowSts === 2}
        type={sheetTypeOf(order)}
        open={new Set(waiting.map((row) => row.no))}
        onOpen={look}
      />
      {no !== null && (
        <RowDrawer
          sheet={sheet}
          no={no}
          order={order}
          modeOf={modeIn}
          open={drawer}
          onClose={() => setDrawer(false)}
          onMove={setNo}
        />
      )}
      {shown}
    </>
  )
}

/** Gives all rows that have no mark yet the one of the executors. */
function AgreeRest({ sheet, rows, ...overlay }: OverlayProps & { sheet: Sheet; rows: readonly SheetRow[] }) {
  const saving = useSaving(calls.review, {
    said: () => ['已按自评评分', `${rows.length} 项`],
    onClose: overlay.onClose,
  })
  return (
    <CommandDialog
      {...overlay}
      title={`${rows.length} 项按自评评分？`}
      text={`尚未评审的项取自评得分，低于分值 ${sheet.reworkPercent} % 的须整改；之后仍可逐项修改。`}
      verb="按自评评分"
      saving={saving}
      onConfirm={() =>
        saving.send({
          orderId: sheet.orderId,
          rowList: rows.map(({ no, version, selfScore }) => ({ no, version, score: selfScore ?? 0 })),
        })
      }
    />
  )
}
