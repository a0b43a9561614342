import { lineVerdicts } from '@heliodesk/contract/inspection-sheets.ts'
import {
  inUnit,
  isComplete,
  isUnsettled,
  lacksPhoto,
  progressOf,
  riseOf,
} from '@heliodesk/contract/inspection-sheet-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { CircleCheck, CircleDashed, CircleX, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { doInField } from '../../../domain/field/do-in-field.ts'
import { isSubmittedHere, useField } from '../../../domain/field/field-store.ts'
import { asLeft } from '../../../domain/field/left.ts'
import { waitingOf } from '../../../domain/field/sheet-left.ts'
import { RangeBar } from '../../../domain/inspection/RangeBar.tsx'
import { TrendLine } from '../../../domain/inspection/TrendLine.tsx'
import { Button } from '../../../kit/Button.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useOnline } from '../../../kit/use-online.ts'
import { notify } from '../../../lib/notices.ts'
import { useCall, useCommand } from '../../../lib/queries.ts'
import { FieldPhotos } from '../field/FieldPhotos.tsx'
import { AmbientField } from './AmbientField.tsx'
import { DefectPanel } from './DefectPanel.tsx'
import { ReadingField } from './ReadingField.tsx'
import { courseOf, itemsOf, rangeOf, saying, type Item, type Line, type Sheet } from './sheet.ts'
import { useActs, type SheetActs } from './use-acts.ts'
import css from './phone-sheet.module.css'

/** The sheet on a phone: one device, with one line of it open. */
export function PhoneSheet({ sheet: known }: { sheet: Sheet }) {
  const { query, change } = useUrlQuery()
  const acts = useActs(known)
  const book = useField((state) => state.book)
  const isOnline = useOnline()
  const order = useCall(workOrderCalls.detail, { id: known.orderId })
  const finish = useCommand(inspectionSheetCalls.finish)
  const [openNo, setOpenNo] = useState<number | null>(null)
  const left = order.data && asLeft(order.data, book)
  const awaited = (left?.order.awaitedPhotoList ?? []).filter(({ part }) => part === 'reading')
  const photosOf = (no: number) => awaited.filter(({ stepNo }) => stepNo === no)
  const sheet = withAwaited(known, photosOf)
  const items = itemsOf(sheet)
  const progress = progressOf(sheet)
  const firstOpen = progress.find((each) => !isComplete(each))
  const asked = Number(query.get('stop'))
  const here = progress.find((each) => each.stop === asked) ?? firstOpen ?? progress[0]
  if (!here) return null
  const { stop } = here
  const lines = known.lineList.filter((line) => line.stop === stop)
  const isOpen = (line: Line) => line.verdict === null || isUnsettled(line)
  const open = lines.find(({ no }) => no === openNo) ?? lines.find(isOpen)
  const waiting = waitingOf(book, sheet.orderId)
  const isSubmitted = isSubmittedHere(book, sheet.orderId)
  const refusal = isSubmitted ? '已提交，等待送达' : sheet.recordRefusal
  const missing = here.lines - here.recorded
  const lack =
    missing > 0
      ? `还差 ${missing} 项，不能提交本台`
      : here.unsettled > 0
        ? `还有 ${here.unsettled} 项异常未处理`
        : here.photoless > 0
          ? `还差 ${here.photoless} 项的照片`
          : ''
  const next = progress.find((each) => each.stop > stop && !isComplete(each)) ?? firstOpen
  const goTo = (to: number) => {
    setOpenNo(null)
    change({ stop: String(to) })
  }
  const submit = async () => {
    if (!acts.isField) {
      finish.mutate({ orderId: sheet.orderId, version: sheet.orderVersion })
      return
    }
    if (await doInField(sheet.orderId, { act: 'submit', given: {} }))
      notify({ kind: 'success', title: isOnline ? '已提交验收' : '提交已存本机，联网后发送' })
  }
  const rest = lines.filter((line) => line.verdict === null && items.get(line.itemId)?.kind === 'judge')
  return (
    <div className={css.sheet}>
      <PageHead
        title={known.stopList.find((each) => each.stop === stop)?.name ?? '巡检记录'}
        facts={[
          `${progress.filter(isComplete).length}/${progress.length} 台`,
          known.ambient !== null && `环境 ${known.ambient} ℃`,
        ]
          .filter(Boolean)
          .join(' · ')}
        main={
          firstOpen === undefined ? (
            <Button kind="pri" busy={finish.isPending} refusal={refusal} onClick={() => void submit()}>
              {isSubmitted ? '已提交，等待送达' : '完成巡检，提交验收'}
            </Button>
          ) : (
            <Button
              kind="pri"
              refusal={refusal ?? (lack === '' ? null : lack)}
              onClick={() => next && goTo(next.stop)}
            >
              完成本台
            </Button>
          )
        }
      />
      {waiting > 0 && (
        <p className={`alert undo ${css.offline}`} role="status">
          <WifiOff className="i" aria-hidden />
          {isOnline ? `${waiting} 项正在发送` : `离线，${waiting} 项已存本机，有网自动上传`}
        </p>
      )}
      {refusal !== null && <p className="alert undo">{refusal}</p>}
      {refusal === null && <AmbientField sheet={known} acts={acts} />}
      <ol className={css.lines} aria-label="项目">
        {lines.map((line) => {
          const item = items.get(line.itemId)
          if (!item) return null
          return (
            <li key={line.no}>
              {line.no === open?.no && refusal === null ? (
                <OpenLine
                  sheet={known}
                  item={item}
                  line={line}
                  acts={acts}
                  photos={{
                    here: (left?.photos ?? []).length >= 0 ? hereOf(line.no, awaited, book) : [],
                    elsewhere: photosOf(line.no).filter(({ id }) => !book.photos.has(id)),
                  }}
                  onNext={() => setOpenNo(null)}
                />
              ) : (
                <ClosedLine item={item} line={line} onOpen={() => setOpenNo(line.no)} />
              )}
            </li>
          )
        })}
      </ol>
      {refusal === null && <DefectPanel sheet={known} stop={stop} acts={acts} />}
      <p className={css.foot}>
        <span className="t2 grow">{lack}</span>
        {refusal === null && rest.length > 0 && (
          <Button
            busy={acts.isBusy}
            onClick={() => void acts.record(rest.map((line) => ({ line, found: saying('normal') })))}
          >
            其余正常
          </Button>
        )}
      </p>
      <nav className={css.stops} aria-label="设备">
        {progress.map((each) => (
          <button
            key={each.stop}
            type="button"
            aria-current={each.stop === stop ? 'true' : undefined}
            onClick={() => goTo(each.stop)}
          >
            <span className="grow">{each.name}</span>
            <span className={each.unsettled > 0 ? 'err' : 't3'}>
              {isComplete(each) ? '已完成' : `${each.recorded}/${each.lines}`}
            </span>
          </button>
        ))}
      </nav>
    </div>
  )
}

type Awaited = NonNullable<ReturnType<typeof asLeft>>['order']['awaitedPhotoList']

/** Photos that a phone has count as taken. */
const withAwaited = (sheet: Sheet, photosOf: (no: number) => Awaited): Sheet => ({
  ...sheet,
  lineList: sheet.lineList.map((line) => ({
    ...line,
    photoList: line.photoList.length > 0 ? line.photoList : (photosOf(line.no) as never[]),
  })),
})

const hereOf = (no: number, awaited: Awaited, book: ReturnType<typeof useField.getState>['book']) => {
  const announcing = new Map([...book.rows.values()].map(({ photo, key }) => [photo, key]))
  return awaited
    .filter(({ id, stepNo }) => stepNo === no && (book.photos.has(id) || announcing.has(id)))
    .map(({ id, stepNo, size, state, film }) => ({
      key: announcing.get(id) ?? null,
      id,
      stepNo,
      size,
      film,
      isRefused: state === 'refused',
    }))
}

const marks = { normal: CircleCheck, watch: CircleCheck, absent: CircleCheck, abnormal: CircleX } as const

/** A line that is not open: what was found, or what is asked for. */
function ClosedLine({ item, line, onOpen }: { item: Item; line: Line; onOpen: () => void }) {
  const { verdict, value } = line
  const Mark = verdict === null ? CircleDashed : marks[verdict]
  const looks = { normal: 'ok', watch: 'undo', absent: 't3', abnormal: 'err' } as const
  return (
    <button type="button" className={css.closed} onClick={onOpen}>
      <Mark
        className={`i ${verdict === null ? 't3' : looks[verdict]}`}
        role="img"
        aria-label={verdict === null ? '未记录' : lineVerdicts[verdict]}
      />
      <span className="grow">{item.name}</span>
      <span className="t3">{item.kind === 'judge' ? '正常 / 异常' : rangeOf(item)}</span>
      {value !== null && <b>{inUnit(value, item.unit)}</b>}
      {item.kind === 'judge' && verdict !== null && <b>{lineVerdicts[verdict]}</b>}
    </button>
  )
}

type OpenLineProps = {
  sheet: Sheet
  item: Item
  line: Line
  acts: SheetActs
  photos: { here: ReturnType<typeof hereOf>; elsewhere: Awaited }
  onNext: () => void
}

function OpenLine({ sheet, item, line, acts, photos, onNext }: OpenLineProps) {
  const { verdict, value, defect } = line
  const course = courseOf(line)
  const rise = riseOf(item, course)
  const record = (found: Parameters<SheetActs['record']>[0][number]['found']) =>
    acts.record([{ line, found }])
  const judge = (key: 'normal' | 'abnormal' | 'absent') =>
    void record(saying(key, line.note)).then((is) => is && key !== 'abnormal' && onNext())
  return (
    <section className={css.open} data-abnormal={verdict === 'abnormal' || undefined} aria-label={item.name}>
      <h2>
        <span className="grow">{item.name}</span>
        {verdict !== null && (
          <span className={verdict === 'abnormal' ? 'tag err' : 'tag'}>{lineVerdicts[verdict]}</span>
        )}
      </h2>
      {item.standard !== '' && <p className="t2 s13">{item.standard}</p>}
      {item.kind === 'judge' ? (
        <div className={`touch-row ${css.judge}`}>
          <Button onClick={() => judge('normal')}>正常</Button>
          <Button kind="dng" onClick={() => judge('abnormal')}>
            异常
          </Button>
          <Button onClick={() => judge('absent')}>不涉及</Button>
        </div>
      ) : (
        <>
          <div className={css.value}>
            <ReadingField
              item={item}
              line={line}
              ambient={sheet.ambient}
              refusal={defect ? '已转缺陷，不能再改' : null}
              onRecord={record}
              onNext={onNext}
            />
            <span>
              <RangeBar limits={item.limits} value={value} />
              <small className="t2">{rangeOf(item)}</small>
            </span>
          </div>
          {course.length > 1 && (
            <p className="row t2">
              最近 {course.length} 次
              <TrendLine values={course} limits={item.limits} label={course.join('、')} />
              {rise !== null && `升 ${inUnit(rise, item.unit)}`}
            </p>
          )}
          <div>
            <Button size="sm" onClick={() => judge('absent')}>
              不涉及
            </Button>
          </div>
        </>
      )}
      {acts.isField && (
        <FieldPhotos
          orderId={sheet.orderId}
          stepNo={line.no}
          part="reading"
          required={lacksPhoto(item, verdict, 0)}
          photos={line.photoList}
          here={photos.here}
          elsewhere={photos.elsewhere}
        />
      )}
    </section>
  )
}
