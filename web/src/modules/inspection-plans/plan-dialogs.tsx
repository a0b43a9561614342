import { inspectionPlanCalls as calls, type PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field } from '../../kit/Field.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { reasonError } from '../../kit/ReasonDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { SendReasonDialog } from '../../kit/SendReasonDialog.tsx'
import { Empty } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { companyNow } from '../../lib/company-time.ts'
import { useCall } from '../../lib/queries.ts'

export type Outcome = Received<typeof calls.batchAudit>

type Several = OverlayProps & {
  plans: readonly PlanRow[]
  /** What became of each. */
  onDone: (outcome: Outcome) => void
}

export const seenOf = ({ id, version }: PlanRow) => ({ id, version })

const titled = (plans: readonly PlanRow[], verb: string) =>
  plans.length === 1 ? `${verb}计划“${plans[0]?.planName}”？` : `${verb} ${plans.length} 个计划？`

/** Puts plans into effect. */
export function PassDialog({ plans, onDone, ...overlay }: Several) {
  const orders = plans.reduce((sum, { orders30 }) => sum + orders30, 0)
  return (
    <SendDialog
      {...overlay}
      call={calls.batchAudit}
      input={{ plans: plans.map(seenOf), pass: true }}
      title={titled(plans, '通过')}
      verb="通过"
      text={`通过后自动生成工单${orders > 0 ? `，30 天内 ${orders} 张` : ''}。逐项校验，未成的留下并说明。`}
      said={({ done }) => [`已通过 ${done} 个计划`]}
      onSaved={onDone}
    />
  )
}

/** Returns plans to those who made them, with a reason. */
export const ReturnDialog = ({ plans, onDone, ...overlay }: Several) => (
  <SendReasonDialog
    {...overlay}
    type="1"
    text={titled(plans, '退回')}
    call={calls.batchAudit}
    inputOf={(auditOpinion) => ({ plans: plans.map(seenOf), pass: false, auditOpinion })}
    said={['已退回']}
    onSaved={onDone}
  />
)

/** Stops plans from a day on, with a reason. */
export function StopDialog({ plans, onDone, ...overlay }: Several) {
  const [fromDay, setFromDay] = useState<string | undefined>(() => companyNow().format(WIRE_DAY))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const saving = useSaving(calls.stop, {
    said: ({ done }) => [`已停用 ${done} 个计划`],
    onClose: overlay.onClose,
    onSaved: onDone,
  })
  const error = reasonError(reason)
  return (
    <CommandDialog
      {...overlay}
      title={titled(plans, '停用')}
      verb="停用"
      danger
      text="从这一天起不再生成工单，已生成的不变。"
      saving={saving}
      onConfirm={() =>
        error || !fromDay
          ? setTried(true)
          : saving.send({ plans: plans.map(seenOf), fromDay, reason: reason.trim() })
      }
    >
      <DayField
        label="停用日期"
        required
        value={fromDay}
        error={tried && !fromDay ? '请选择停用日期' : null}
        onChange={setFromDay}
      />
      <Field label="停用原因" required error={tried ? error : null}>
        {(control) => (
          <CountedTextarea
            {...control}
            value={reason}
            onChange={setReason}
            max={100}
            rows={3}
            mostRows={6}
            placeholder="请输入"
          />
        )}
      </Field>
    </CommandDialog>
  )
}

/** What was decided about a plan, by whom and why. */
export function AuditRecordDialog({ open, onClose, plan }: OverlayProps & { plan: PlanRow }) {
  const read = useCall(calls.auditRecord, { id: plan.id })
  return (
    <Dialog
      open={open}
      title={`审核记录 · ${plan.planName}`}
      width={520}
      onClose={onClose}
      buttons={<Button onClick={onClose}>关闭</Button>}
    >
      <Reading read={read} name="审核记录" height={160}>
        {(lines) =>
          lines.length === 0 ? (
            <Empty title="还没有审核记录" text="提交审核后，每一步都记在这里" />
          ) : (
            <Timeline
              entries={lines.map(({ color, content, timestamp, message }, at) => ({
                key: String(at),
                title: content,
                time: timestamp,
                note: message,
                color,
              }))}
            />
          )
        }
      </Reading>
    </Dialog>
  )
}
