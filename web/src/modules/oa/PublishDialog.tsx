import { changesBetween } from '@heliodesk/contract/form-changes.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { PublishDraftDialog } from '../../domain/form-design/PublishDraftDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { DesignedForm } from './design.ts'

type PublishDialogProps = OverlayProps & { form: DesignedForm; onDone: (saved: DesignedForm) => void }

/** Says what changed before a version of a form is published. */
export function PublishDialog({ open, onClose, form, onDone }: PublishDialogProps) {
  const { id, version, name, current, definition, versions } = form
  const saving = useSaving(oaFormCalls.publish, {
    said: (saved) => ['表单已发布', `${saved.name} 第 ${saved.current} 版`],
    onClose,
    onSaved: onDone,
  })
  return (
    <PublishDraftDialog
      open={open}
      title={`发布“${name}”第 ${(current ?? 0) + 1} 版`}
      text="之后发起的申请使用这一版，已发起的申请保留填写时的版本。"
      changes={changesBetween(versions[0]?.definition ?? null, definition)}
      saving={saving}
      onSend={(note) => saving.send({ id, version, note })}
      onClose={onClose}
    />
  )
}
