import type { RefObject } from 'react'

export const PHOTO_FILES = 'image/jpeg,image/png,image/webp'

type PicturePickerProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept?: string
  /** Opens the camera instead of the album. */
  capture?: boolean
  onFiles: (files: readonly File[]) => void
}

/** What a button of a form opens to take photos or films, or to choose them. */
export const PicturePicker = ({
  ref,
  label,
  accept = PHOTO_FILES,
  capture = false,
  onFiles,
}: PicturePickerProps) => (
  <input
    ref={ref}
    type="file"
    className="sr"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    multiple={!capture}
    capture={capture ? 'environment' : undefined}
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
