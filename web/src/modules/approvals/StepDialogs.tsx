import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { useState } from 'react'
import { askFields } from '../../kit/ask-fields.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SendReasonDialog } from '../../kit/SendReasonDialog.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { Instance, OpenStep } from './approval.ts'
import { OpinionField } from './ProcessFields.tsx'
import { ColleagueField } from '../../domain/ColleagueField.tsx'

type StepDialogProps = OverlayProps & { instance: Instance; step: OpenStep; onDone: (() => void) | null }

const idsOf = ({ instance, step }: StepDialogProps) => ({
  processInstanceId: instance.processInstanceId,
  taskId: step.taskId,
})

/** 退回意见: to which step the process returns, and why (spec 2 §2 "Back/void reason dialog"). */
export function GiveBackDialog(props: StepDialogProps) {
  const { open, onClose, instance, onDone } = props
  const { returnTargets, title } = instance
  const [node, setNode] = useState(returnTargets[0]?.node)
  return (
    <SendReasonDialog
      open={open}
      onClose={onClose}
      call={approvalCalls.giveBack}
      inputOf={(auditOpinion) => ({ ...idsOf(props), node, auditOpinion })}
      said={['已退回', title]}
      onSaved={() => onDone?.()}
      type="1"
      before={
        <SelectField
          label="退回到"
          required
          choices={Object.fromEntries(returnTargets.map((target) => [target.node, target.name]))}
          value={node}
          onChange={setNode}
        />
      }
    />
  )
}

const handOver = approvalCalls.transfer.input.pick({ personId: true, opinion: true })

/** Leaves the user's step to another person. */
export function TransferDialog(props: StepDialogProps) {
  const { onClose, instance, step, onDone } = props
  const form = useForm(handOver, {})
  const saving = useSaving(approvalCalls.transfer, {
    said: () => ['已转办', instance.title],
    onClose,
    onSaved: () => onDone?.(),
  })
  return (
    <CommandDialog
      {...askFields(props, form, saving, (input) => saving.send({ ...input, ...idsOf(props) }))}
      title={`转办“${step.name}”`}
      text="由对方办理，您不再需要办理。"
      verb="转办"
    >
      <ColleagueField
        {...form.field('personId')}
        process={instance.processInstanceId}
        label="转办给"
        required
      />
      <OpinionField {...form.field('opinion')} />
    </CommandDialog>
  )
}

const asking = approvalCalls.addSigner.input.pick({ personId: true, when: true, opinion: true })

const signings = { before: '前加签', after: '后加签', beside: '并加签' } as const
const about = {
  before: '对方办理后再由您办理',
  after: '您办理后再由对方办理',
  beside: '您和对方都办理后才继续',
} as const

/** Asks another person to sign too. */
export function AddSignerDialog(props: StepDialogProps) {
  const { onClose, instance, step, onDone } = props
  const form = useForm(asking, { when: 'before' })
  const { when = 'before' } = form.values
  const saving = useSaving(approvalCalls.addSigner, {
    said: () => ['已加签', instance.title],
    onClose,
    // Only then the user has nothing to do here for now.
    onSaved: (_answer, sent) => sent.when === 'before' && onDone?.(),
  })
  return (
    <CommandDialog
      {...askFields(props, form, saving, (input) => saving.send({ ...input, ...idsOf(props) }))}
      title={`加签“${step.name}”`}
      verb="加签"
    >
      <ColleagueField
        {...form.field('personId')}
        process={instance.processInstanceId}
        label="加签人"
        required
      />
      <SelectField {...form.field('when')} label="加签方式" required choices={signings} hint={about[when]} />
      <OpinionField {...form.field('opinion')} />
    </CommandDialog>
  )
}
