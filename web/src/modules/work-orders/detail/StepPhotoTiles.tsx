import type { AwaitedPhoto, StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { useState } from 'react'
import { FilePreview, FileTile } from '../../../kit/FileTiles.tsx'
import { AwaitedTile } from '../AwaitedPhotos.tsx'
import { PhotoCaption } from '../PhotoCaption.tsx'
import css from '../photos.module.css'

type StepPhotoTilesProps = {
  photos: readonly StepPhoto[]
  /** Those that are still on a phone. */
  awaited: readonly AwaitedPhoto[]
  label: string
}

/** The photos of a step, to look at; the previewer goes through those of the step. */
export function StepPhotoTiles({ photos, awaited, label }: StepPhotoTilesProps) {
  const [shown, setShown] = useState<string | null>(null)
  if (photos.length === 0 && awaited.length === 0) return null
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
        {awaited.map((photo) => (
          <li key={photo.id}>
            <AwaitedTile photo={photo} />
          </li>
        ))}
      </ul>
      <FilePreview files={files} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}
