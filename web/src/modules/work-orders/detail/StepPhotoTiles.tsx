import type { StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { useState } from 'react'
import { FilePreview, FileTile } from '../../../kit/FileTiles.tsx'
import { PhotoCaption } from '../PhotoCaption.tsx'
import css from '../photos.module.css'

/** The photos of a step, to look at; the previewer goes through those of the step. */
export function StepPhotoTiles({ photos, label }: { photos: readonly StepPhoto[]; label: string }) {
  const [shown, setShown] = useState<string | null>(null)
  if (photos.length === 0) return null
  const files = photos.map(({ file }) => file)
  return (
    <>
      <ul className={css.photos} aria-label={label}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <FileTile file={photo.file} onOpen={() => setShown(photo.file.uid)} />
            <PhotoCaption photo={photo} />
          </li>
        ))}
      </ul>
      <FilePreview files={files} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}
