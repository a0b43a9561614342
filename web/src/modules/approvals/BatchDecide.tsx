import { approvalCalls, MOST_OPINION } from '@heliodesk/contract/approvals.ts'
import { stepOperations } from '@heliodesk/contract/process-file.ts'
import { Check, CornerUpRight, Undo2, X } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { EnterForm } from '../../kit/EnterForm.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { BatchBar } from '../../kit/page-table/BatchBar.tsx'
import { ReasonDialog } from '../../kit/ReasonDialog.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { ColleagueField } from '../../domain/ColleagueField.tsx'
import type { Batch } from './use-batch.ts'
import { OpinionField } from './ProcessFields.tsx'
import css from './approvals.module.css'

const OPERATIONS = [
  { key: 'giveBack', icon: Undo2 },
  { key: 'transfer', icon: CornerUpRight },
] as const

/** What can be done with the chosen steps, over the end of the list. */
export function BatchDecide({ batch }: { batch: Batch }) {
  const { bar, progress, approve } = batch
  const { show, shown } = useOverlays({
    reject: (overlay) => <RejectDialog {...overlay} batch={batch} />,
    giveBack: (overlay) => <GiveBackDialog {...overlay} batch={batch} />,
    transfer: (overlay) => <TransferDialog {...overlay} batch={batch} />,
  })
  const waits = progress && '正在逐项办理，请稍候'
  return (
    <>
      <div className={`touch ${css.batch}`}>
        <BatchBar {...bar}>
          <Button size="sm" icon={Check} busy={progress !== null} onClick={approve}>
            {progress ? `${progress.done} / ${progress.total}` : `同意 ${bar.count}`}
          </Button>
          <Button size="sm" icon={X} refusal={waits} onClick={() => show('reject')}>
            不同意…
          </Button>
          {OPERATIONS.map(({ key, icon }) => {
            const denying = batch.denying(key)
            // One that none of the chosen allows is not offered.
            if (denying === bar.count) return null
            const refusal = denying > 0 ? `所选有 ${denying} 项不允许${stepOperations[key]}` : null
            return (
              <Button key={key} size="sm" icon={icon} refusal={waits ?? refusal} onClick={() => show(key)}>
                {stepOperations[key]}…
              </Button>
            )
          })}
        </BatchBar>
      </div>
      {shown}
    </>
  )
}

type BatchDialogProps = OverlayProps & { batch: Batch }

const refusing = approvalCalls.giveBack.input.pick({ auditOpinion: true })

function RejectDialog({ open, onClose, batch }: BatchDialogProps) {
  const form = useForm(refusing, {})
  const send = () =>
    form.submit(({ auditOpinion }) => {
      onClose()
      batch.reject(auditOpinion)
    })
  return (
    <ConfirmDialog
      open={open}
      title={`不同意所选 ${batch.bar.count} 项`}
      text="意见写入每一项的办理记录。"
      verb="不同意"
      onConfirm={send}
      onCancel={onClose}
    >
      <EnterForm form={form.form} onSend={send}>
        <LongTextField {...form.field('auditOpinion')} label="意见" required max={MOST_OPINION} rows={4} />
      </EnterForm>
    </ConfirmDialog>
  )
}

function GiveBackDialog({ open, onClose, batch }: BatchDialogProps) {
  return (
    <ReasonDialog
      open={open}
      type="1"
      text={`所选 ${batch.bar.count} 项各退回到上一环节；没有上一环节的留在列表。`}
      onConfirm={(auditOpinion) => {
        onClose()
        batch.giveBack(auditOpinion)
      }}
      onClose={onClose}
    />
  )
}

const handOver = approvalCalls.transfer.input.pick({ personId: true, opinion: true })

function TransferDialog({ open, onClose, batch }: BatchDialogProps) {
  const form = useForm(handOver, {})
  const send = () =>
    form.submit((input) => {
      onClose()
      batch.transfer(input)
    })
  return (
    <ConfirmDialog
      open={open}
      wide
      title={`转办所选 ${batch.bar.count} 项`}
      text="由对方办理，您不再需要办理。"
      verb="转办"
      onConfirm={send}
      onCancel={onClose}
    >
      <EnterForm form={form.form} onSend={send}>
        <ColleagueField {...form.field('personId')} label="转办给" required />
        <OpinionField {...form.field('opinion')} />
      </EnterForm>
    </ConfirmDialog>
  )
}
