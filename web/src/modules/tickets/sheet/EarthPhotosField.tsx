import { EARTH_PHOTOS } from '@heliodesk/contract/ticket-rows.ts'
import { useState } from 'react'
import { FilesField } from '../../../kit/fields/FilesField.tsx'
import type { UploadedFile } from '../../../kit/use-uploads.ts'

type EarthPhotosFieldProps = {
  error: string | null
  onChange: (paths: string[]) => void
  /** Must be a stable function. */
  onBusy: (busy: boolean) => void
}

/** Photos of an earth on its place, or of the place without it. */
export function EarthPhotosField({ error, onChange, onBusy }: EarthPhotosFieldProps) {
  const [photos, setPhotos] = useState<UploadedFile[]>([])
  return (
    <FilesField
      label="现场照片"
      error={error}
      purpose="earth"
      max={EARTH_PHOTOS}
      duplicates
      keepLocation
      value={photos}
      onChange={(files) => {
        setPhotos(files)
        onChange(files.map(({ path }) => path))
      }}
      onBusy={onBusy}
    />
  )
}

/** Why the form waits for its photos; null if it does not. */
export const photosRefusal = (isUploading: boolean) => (isUploading ? '照片上传中，请稍候' : null)
