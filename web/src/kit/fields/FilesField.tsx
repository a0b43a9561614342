import { memo, type ComponentProps } from 'react'
import { uploadHint } from '../../lib/upload-checks.ts'
import { Field } from '../Field.tsx'
import { FilesInput } from '../FilesInput.tsx'
import { apart, type Frame } from './bound-field.ts'

type FilesFieldProps = Frame & Omit<ComponentProps<typeof FilesInput>, 'control'>

/** A full-width form field for files, by default with their limits as hint. */
export const FilesField = memo(function FilesField(props: FilesFieldProps) {
  const [{ hint, ...frame }, input] = apart(props)
  return (
    <Field
      {...frame}
      ask="上传"
      className={frame.className ?? 'wide'}
      hint={hint ?? uploadHint(input.purpose, input.max)}
    >
      {(control) => <FilesInput control={control} {...input} />}
    </Field>
  )
})
