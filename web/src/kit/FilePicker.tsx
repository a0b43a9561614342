import type { Ref } from 'react'

type FilesPickerProps = {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  multiple?: boolean
  /** Opens the camera instead of the album. */
  capture?: boolean
  onFiles: (files: readonly File[]) => void
}

/** The hidden input for files, which a button opens. The same file can be chosen again, for example when corrected. */
export const FilesPicker = ({
  ref,
  label,
  accept,
  multiple = false,
  capture = false,
  onFiles,
}: FilesPickerProps) => (
  <input
    ref={ref}
    type="file"
    className="sr"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    multiple={multiple}
    capture={capture ? 'environment' : undefined}
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)

type FilePickerProps = Pick<FilesPickerProps, 'ref' | 'label' | 'accept'> & { onFile: (file: File) => void }

/** The same for one file. */
export const FilePicker = ({ onFile, ...input }: FilePickerProps) => (
  <FilesPicker {...input} onFiles={([file]) => file && onFile(file)} />
)
