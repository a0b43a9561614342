import { MOST_DRAWINGS, type Drawing, type MarkableLine } from '@heliodesk/contract/ticket-drawings.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { Field } from '../../../kit/Field.tsx'
import { FilesInput } from '../../../kit/FilesInput.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { uploadHint, type UploadedFile } from '../../../kit/use-uploads.ts'
import { DrawingEditor } from './DrawingEditor.tsx'
import type { DrawingFiles } from './use-drawing-files.ts'
import css from './drawings.module.css'

type DrawingsFieldProps = {
  drawings: readonly Drawing[]
  files: DrawingFiles
  /** What marks can stand for. */
  lines: readonly MarkableLine[]
  error: string | null
  onChange: (drawings: Drawing[]) => void
}

const titleOf = (name: string) => name.replace(/\.\w+$/, '').slice(0, 50)

/** A form field for drawings with marks. */
export function DrawingsField({ drawings, files, lines, error, onChange }: DrawingsFieldProps) {
  const held = drawings.flatMap(({ path }) => files.known.get(path) ?? [])
  const without = (path: string) => onChange(drawings.filter((each) => each.path !== path))
  const { show, shown } = useOverlays({
    remove: (overlay, { path, title, marks }: Drawing) => (
      <ConfirmDialog
        open={overlay.open}
        title={`删除附图“${title}”？`}
        text={`图上的 ${marks.length} 处标注会一起删除。`}
        verb="删除"
        danger
        onConfirm={() => {
          without(path)
          overlay.onClose()
        }}
        onCancel={overlay.onClose}
      />
    ),
  })
  const add = (all: UploadedFile[]) => {
    const fresh = all.filter((file) => !drawings.some(({ path }) => path === file.path))
    files.learn(fresh)
    onChange([...drawings, ...fresh.map(({ path, name }) => ({ path, title: titleOf(name), marks: [] }))])
  }
  return (
    <Field
      className="wide"
      label="附图"
      error={error}
      hint={`一次接线图或平面图；${uploadHint('drawing', MOST_DRAWINGS)}`}
    >
      {(control) => (
        <div className={css.field}>
          {drawings.map((drawing, at) => (
            <DrawingEditor
              key={drawing.path}
              no={at + 1}
              drawing={drawing}
              file={files.known.get(drawing.path)}
              drawings={drawings}
              lines={lines}
              onChange={(each) => onChange(drawings.with(at, each))}
              onRemove={() => (drawing.marks.length > 0 ? show('remove', drawing) : without(drawing.path))}
            />
          ))}
          <FilesInput
            control={control}
            purpose="drawing"
            shownElsewhere
            duplicates
            max={MOST_DRAWINGS}
            value={held}
            onChange={add}
            onBusy={files.onBusy}
          />
          {shown}
        </div>
      )}
    </Field>
  )
}
