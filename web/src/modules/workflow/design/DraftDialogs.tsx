import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { DiscardDraftDialog } from '../../../domain/DiscardDraftDialog.tsx'
import { SendDialog } from '../../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import type { Draft } from './use-draft.ts'

type DraftDialogProps = OverlayProps & {
  /** Of the process. */
  name: string
  draft: Draft
}

export const DiscardDialog = ({
  name,
  draft: { id, version, basedOn },
  onDiscarded,
  ...overlay
}: DraftDialogProps & { onDiscarded: () => void }) => (
  <DiscardDraftDialog
    {...overlay}
    name={name}
    call={workflowCalls.discardDraft}
    input={{ id, version }}
    onSaved={onDiscarded}
    text={
      basedOn === null ? '这个流程还没有发布过，放弃之后就不存在了。' : '修改都不保留，已发布的版本不受影响。'
    }
    verb="放弃"
  />
)

type PublishDialogProps = DraftDialogProps & {
  version: number
  /** What the check before publishing warns of. */
  warnings: number
  onPublished: () => void
}

export const PublishDialog = ({
  name,
  draft,
  version,
  warnings,
  onPublished,
  ...overlay
}: PublishDialogProps) => (
  <SendDialog
    {...overlay}
    call={workflowCalls.publishDraft}
    input={{ id: draft.id, version: draft.version }}
    said={(answer) => ['流程已发布', `${answer.name} 第 ${answer.versions[0]!.version} 版`]}
    onSaved={onPublished}
    title={`发布“${name}”第 ${version} 版？`}
    text={
      <>
        之后发起的流程使用它，正在办理的流程不受影响。
        {warnings > 0 && `发布前检查还有 ${warnings} 项提醒。`}
      </>
    }
    verb="发布"
  />
)
