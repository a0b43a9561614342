import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { SendReasonDialog } from '../../kit/SendReasonDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
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
  instance,
  onDone,
  ...overlay
}: EndDialogProps & { onDone: (() => void) | null }) {
  const { processInstanceId, title } = instance
  return (
    <SendReasonDialog
      {...overlay}
      call={approvalCalls.end}
      inputOf={(auditOpinion) => ({ processInstanceId, auditOpinion })}
      said={['流程已作废', title]}
      onSaved={() => onDone?.()}
      type="2"
      text="作废后流程结束，不能恢复。"
    />
  )
}
