import { changesBetween } from '@heliodesk/contract/form-changes.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { DesignedForm } from './design.ts'
import css from './forms.module.css'

type PublishDialogProps = OverlayProps & { form: DesignedForm; onDone: (saved: DesignedForm) => void }

const noting = oaFormCalls.publish.input.pick({ note: true })

/** Says what changed before a version is published, and asks why. */
export function PublishDialog({ open, onClose, form, onDone }: PublishDialogProps) {
  const { id, version, name, current, definition, versions } = form
  const note = useForm(noting, {})
  const saving = useSaving(oaFormCalls.publish, {
    said: (saved) => ['表单已发布', `${saved.name} 第 ${saved.current} 版`],
    onClose,
    onSaved: onDone,
  })
  const changes = changesBetween(versions[0]?.definition ?? null, definition)
  return (
    <CommandDialog
      open={open}
      wide
      title={`发布“${name}”第 ${(current ?? 0) + 1} 版`}
      text="之后发起的申请使用这一版，已发起的申请保留填写时的版本。"
      verb="发布"
      saving={saving}
      form={note.form}
      onConfirm={() => note.submit((input) => saving.send({ id, version, ...input }))}
      onClose={onClose}
    >
      {changes.length > 0 && (
        <ul className={css.changes} aria-label="修改内容">
          {changes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <LongTextField
        {...note.field('note')}
        label="修改说明"
        max={200}
        rows={2}
        placeholder="为什么修改，可不填"
      />
    </CommandDialog>
  )
}
