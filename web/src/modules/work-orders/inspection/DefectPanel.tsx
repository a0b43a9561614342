import { defectLevels, isGraver, type DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { defectOf, isUnsettled } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { GitBranch, Zap } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { itemsOf, type Sheet } from './sheet.ts'
import { ExemptForm } from './ExemptForm.tsx'
import type { SheetActs } from './use-acts.ts'
import css from './inspection.module.css'

type DefectPanelProps = { sheet: Sheet; stop: number; acts: SheetActs }

const MOST = 200

/** 15 分钟, 24 小时, 7 天. */
const spanOf = (minutes: number): string =>
  minutes % 1440 === 0 && minutes > 1440
    ? `${minutes / 1440} 天`
    : minutes % 60 === 0
      ? `${minutes / 60} 小时`
      : `${minutes} 分钟`
const levels = Object.fromEntries(defectLevels.map((level) => [level, `${level} 级`])) as Record<
  DefectLevel,
  string
>

/** The abnormal readings of a device that nobody dealt with: one defect for all of them, or a reason for each. */
export function DefectPanel({ sheet, stop, acts }: DefectPanelProps) {
  const items = itemsOf(sheet)
  const open = sheet.lineList.filter((line) => line.stop === stop && isUnsettled(line))
  const here = sheet.stopList.find((each) => each.stop === stop)
  const name = here?.name ?? ''
  const known = defectOf(
    name,
    open.flatMap((line) => {
      const item = items.get(line.itemId)
      return item ? [{ item, line }] : []
    }),
  )
  // What the server knows beyond this device; without a line the words stand without it.
  const nos = open.map(({ no }) => no).join()
  const { data: draft } = useCall(
    inspectionSheetCalls.draft,
    { orderId: sheet.orderId, stop },
    { enabled: !acts.isField && open.length > 0 },
  )
  // What is under way came with the sheet, so that a phone knows it without a signal.
  const underWay = (here?.defectList ?? []).map((each) => ({ ...each, isOpen: true }))
  const closed = (draft?.lately ?? []).filter(({ isOpen }) => !isOpen)
  const lately: LatelyDefect[] = [...underWay, ...closed]
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null)
  const [chosen, setChosen] = useState<DefectLevel | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const mayCreate = useCan('order:create')
  if (open.length === 0) return null
  const text = typed?.of === nos ? typed.text : known.text
  const level = chosen ?? known.defectLevel
  return (
    <section className={css.defect} aria-label="转缺陷">
      <h2>
        转缺陷 <span className="tag err">建议 {known.defectLevel} 级</span>
        {open.length > 1 && <small className="t3">{open.length} 项异常合为 1 单</small>}
      </h2>
      <ul>
        {known.grounds.map((ground) => (
          <li key={ground}>{ground}</li>
        ))}
      </ul>
      {draft && (
        <dl className={css.facts}>
          <dt>任务类型</dt>
          <dd>
            {draft.taskType} {draft.taskTypeName}
          </dd>
          <dt>响应 / 恢复</dt>
          <dd>
            {spanOf(draft.respondMinutes)} / {spanOf(draft.recoverHours * 60)}，
            <b>{draft.recoverTime.slice(5, 16)}</b> 前
          </dd>
        </dl>
      )}
      {lately.map((defect) => (
        <Lately
          key={defect.orderId}
          defect={defect}
          level={known.defectLevel}
          acts={acts}
          onJoin={() => void acts.joinDefect(stop, defect)}
        />
      ))}
      <Segments label="缺陷等级" choices={levels} value={level} onChange={setChosen} />
      <CountedTextarea
        aria-label="缺陷描述"
        value={text}
        max={MOST}
        rows={3}
        onChange={(next) => setTyped({ of: nos, text: next })}
      />
      <div className={`touch-row ${css.send}`}>
        <Button busy={acts.isBusy} aria-expanded={isAsking} onClick={() => setIsAsking(!isAsking)}>
          说明免转
        </Button>
        <Button
          kind="pri"
          icon={Zap}
          busy={acts.isBusy}
          refusal={
            !mayCreate
              ? '没有新建工单的权限，请说明免转或联系站长'
              : text.trim() === '' || text.length > MOST
                ? `请用 1~${MOST} 字描述缺陷`
                : null
          }
          onClick={() => void acts.toDefect(stop, text.trim(), level)}
        >
          {`转缺陷 ${level} 级`}
        </Button>
      </div>
      {isAsking && <ExemptForm items={items} lines={open} acts={acts} />}
    </section>
  )
}

type LatelyDefect = {
  orderId: string
  workCode: string
  taskDescription: string
  createTime: string
  isOpen: boolean
  defectLevel?: DefectLevel | null
}

type LatelyProps = { defect: LatelyDefect; level: DefectLevel; acts: SheetActs; onJoin: () => void }

/** A defect that the device has or had; readings join one that is under way unless they are graver. */
function Lately({ defect, level, acts, onJoin }: LatelyProps) {
  const { orderId, workCode, taskDescription, createTime, isOpen, defectLevel } = defect
  return (
    <p className={`alert proc ${css.lately}`}>
      <GitBranch className="i" aria-hidden />
      <span className="grow">
        同设备 {createTime.slice(5, 10)} {isOpen ? '有一张未关闭的' : '有'}“{taskDescription}”{' '}
        <a href={paths.orders.href({ order: orderId })}>{workCode}</a>
      </span>
      {isOpen && (
        <Button
          size="sm"
          busy={acts.isBusy}
          refusal={
            defectLevel && isGraver(level, defectLevel)
              ? `本次异常为 ${level} 级，重于它的 ${defectLevel} 级，请转新的缺陷`
              : null
          }
          onClick={onJoin}
        >
          并入已有缺陷
        </Button>
      )}
    </p>
  )
}
