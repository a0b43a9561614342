import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { ReasonDialog } from '../../kit/ReasonDialog.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { Instance } from './approval.ts'

type EndDialogProps = OverlayProps & { instance: Instance }

/** The starter takes a process back that nobody has acted on. */
export function WithdrawDialog({ instance, ...overlay }: EndDialogProps) {
  const { processInstanceId, title } = instance
  return (
    <SendDialog
      {...overlay}
      call={approvalCalls.withdraw}
      input={{ processInstanceId }}
      said={() => ['流程已撤回', title]}
      title="撤回这个流程？"
      text="撤回后流程结束，办理人不再看到它。需要时可以重新发起。"
      verb="撤回"
    />
  )
}

/** 作废原因: ends a process, and says why. */
export function VoidDialog({
  open,
  onClose,
  instance,
  onDone,
}: EndDialogProps & { onDone: (() => void) | null }) {
  const { processInstanceId, title } = instance
  const saving = useSaving(approvalCalls.end, {
    said: () => ['流程已作废', title],
    onClose,
    onSaved: () => onDone?.(),
  })
  return (
    <ReasonDialog
      open={open}
      type="2"
      text="作废后流程结束，不能恢复。"
      saving={saving}
      onConfirm={(auditOpinion) => saving.send({ processInstanceId, auditOpinion })}
      onClose={onClose}
    />
  )
}
