import { MOST_OPINION } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { ColleagueField } from '../../../domain/ColleagueField.tsx'
import { askFields } from '../../../kit/ask-fields.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import type { BoundField } from '../../../kit/fields/bound-field.ts'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'

type Problems = Received<typeof processRuntimeCalls.problems>
export type OpenTask = Problems['tasks'][number]
export type Incident = Problems['incidents'][number]

const jobKinds = { service: '服务', timer: '计时' } as const

type Props<Subject> = OverlayProps & { processInstanceId: string; subject: Subject }

const ReasonField = (field: Omit<BoundField<string>, 'label'>) => (
  <LongTextField {...field} label="原因" required max={MOST_OPINION} rows={3} />
)

const why = processRuntimeCalls.retry.input.pick({ auditOpinion: true })

/** Tries a service or timer again from its first attempt. */
export const RetryDialog = (props: Props<Incident>) => (
  <IncidentDialog
    {...props}
    call={processRuntimeCalls.retry}
    done="已安排重试"
    title={`重试${jobKinds[props.subject.kind]}“${props.subject.name}”`}
    text="在后台立即执行；再次失败时会按间隔重试，直到再次放弃。"
    verb="重试"
  />
)

/** Goes on without a service. */
export const SkipDialog = (props: Props<Incident>) => (
  <IncidentDialog
    {...props}
    call={processRuntimeCalls.skip}
    done="已跳过"
    danger
    title={`跳过服务“${props.subject.name}”？`}
    text="流程不执行该服务，直接进入后续环节；服务本应写入的内容需要人工补上。"
    verb="跳过"
  />
)

type IncidentDialogProps = Props<Incident> & {
  call: typeof processRuntimeCalls.retry | typeof processRuntimeCalls.skip
  /** The notice after success. */
  done: string
  danger?: boolean
  title: string
  text: string
  verb: string
}

/** What is done about an incident, and why. */
function IncidentDialog({
  processInstanceId,
  subject: { token, node, name },
  open,
  onClose,
  call,
  done,
  ...question
}: IncidentDialogProps) {
  const form = useForm(why, {})
  const saving = useSaving(call, { said: () => [done, name], onClose })
  return (
    <CommandDialog
      {...question}
      {...askFields({ open, onClose }, form, saving, (input) =>
        saving.send({ ...input, processInstanceId, branch: token, node }),
      )}
    >
      <ReasonField {...form.field('auditOpinion')} />
    </CommandDialog>
  )
}

const giving = processRuntimeCalls.reassign.input.pick({ personId: true, auditOpinion: true })

/** Gives an open step to somebody else. */
export function ReassignDialog({ processInstanceId, subject, ...overlay }: Props<OpenTask>) {
  const { taskId, name } = subject
  const form = useForm(giving, {})
  const saving = useSaving(processRuntimeCalls.reassign, {
    said: () => ['已改派', name],
    onClose: overlay.onClose,
  })
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, (input) => saving.send({ ...input, processInstanceId, taskId }))}
      title={`改派“${name}”`}
      text="由对方办理，原办理人不再需要办理。对方须在岗，且数据范围包含此流程。"
      verb="改派"
    >
      <ColleagueField {...form.field('personId')} label="改派给" required process={processInstanceId} />
      <ReasonField {...form.field('auditOpinion')} />
    </CommandDialog>
  )
}

const returning = processRuntimeCalls.sendBack.input.pick({ node: true, auditOpinion: true })

/** Opens an earlier step again. */
export function SendBackDialog({ processInstanceId, subject, ...overlay }: Props<OpenTask | Incident>) {
  const { token, name, returnTargets } = subject
  const form = useForm(returning, { node: returnTargets[0]?.node })
  const saving = useSaving(processRuntimeCalls.sendBack, {
    said: () => ['已退回', name],
    onClose: overlay.onClose,
  })
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, (input) =>
        saving.send({ ...input, processInstanceId, branch: token }),
      )}
      title={`从“${name}”退回`}
      text="该环节重新由当时的办理人办理；其后的分支随之结束。"
      verb="退回"
    >
      <SelectField
        {...form.field('node')}
        label="退回到"
        required
        choices={Object.fromEntries(returnTargets.map((each) => [each.node, each.name]))}
      />
      <ReasonField {...form.field('auditOpinion')} />
    </CommandDialog>
  )
}
