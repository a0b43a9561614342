import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import type { Draft } from './use-draft.ts'

type DraftDialogProps = {
  open: boolean
  onClose: () => void
  /** Of the process. */
  name: string
  draft: Draft
}

export function DiscardDialog({
  open,
  onClose,
  name,
  draft: { id, version, basedOn },
  onDiscarded,
}: DraftDialogProps & { onDiscarded: () => void }) {
  const saving = useSaving(workflowCalls.discardDraft, {
    said: () => ['草稿已放弃', name],
    onClose,
    onSaved: onDiscarded,
  })
  return (
    <ConfirmDialog
      open={open}
      title={`放弃“${name}”的草稿？`}
      text={
        basedOn === null
          ? '这个流程还没有发布过，放弃之后就不存在了。'
          : '修改都不保留，已发布的版本不受影响。'
      }
      verb="放弃"
      danger
      busy={saving.busy}
      onConfirm={() => saving.send({ id, version })}
      onCancel={onClose}
    >
      <CommandAlert error={saving.error} />
    </ConfirmDialog>
  )
}

type PublishDialogProps = DraftDialogProps & {
  version: number
  /** What the check before publishing warns of. */
  warnings: number
  onPublished: () => void
}

export function PublishDialog({
  open,
  onClose,
  name,
  draft,
  version,
  warnings,
  onPublished,
}: PublishDialogProps) {
  const saving = useSaving(workflowCalls.publishDraft, {
    said: (answer) => ['流程已发布', `${answer.name} 第 ${answer.versions[0]!.version} 版`],
    onClose,
    onSaved: onPublished,
  })
  return (
    <ConfirmDialog
      open={open}
      title={`发布“${name}”第 ${version} 版？`}
      text={
        <>
          之后发起的流程使用它，正在办理的流程不受影响。
          {warnings > 0 && `发布前检查还有 ${warnings} 项提醒。`}
        </>
      }
      verb="发布"
      busy={saving.busy}
      onConfirm={() => saving.send({ id: draft.id, version: draft.version })}
      onCancel={onClose}
    >
      <CommandAlert error={saving.error} />
    </ConfirmDialog>
  )
}
