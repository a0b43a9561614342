import { publishNote } from '@heliodesk/contract/form-fields.ts'
import type { ComponentProps } from 'react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import css from './design-pane.module.css'

type PublishDraftDialogProps = OverlayProps & {
  title: string
  text: string
  changes: readonly string[]
  saving: ComponentProps<typeof CommandDialog>['saving']
  onSend: (note: string) => void
}

/** Says what changed before a version is published, and asks why. */
export function PublishDraftDialog({ changes, onSend, ...dialog }: PublishDraftDialogProps) {
  const note = useForm(publishNote, {})
  return (
    <CommandDialog
      {...dialog}
      wide
      verb="发布"
      form={note.form}
      onConfirm={() => note.submit((typed) => onSend(typed.note ?? ''))}
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
