import type { Ref } from 'react'

type FilePickerProps = {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  onFile: (file: File) => void
}

/** The hidden input for one file, which a button opens. The same file can be chosen again, for example when corrected. */
export const FilePicker = ({ ref, label, accept, onFile }: FilePickerProps) => (
  <input
    ref={ref}
    type="file"
    className="sr"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    onChange={({ target }) => {
      const [file] = target.files ?? []
      if (file) onFile(file)
      target.value = ''
    }}
  />
)
