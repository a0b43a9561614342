import type { AwaitedPhoto, StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { useState } from 'react'
import { FilePreview, FileTile, type ShownFile } from '../../../kit/FileTiles.tsx'
import { AwaitedTile } from '../AwaitedPhotos.tsx'
import { FilmLength } from '../FilmLength.tsx'
import { OriginalSum, PhotoCaption } from '../PhotoCaption.tsx'
import css from '../photos.module.css'

type StepPhotoTilesProps = {
  /** Photos and films. */
  photos: readonly StepPhoto[]
  /** Those that are still on a phone. */
  awaited: readonly AwaitedPhoto[]
  label: string
}

const shownOf = ({ file, originalSha256 }: StepPhoto): ShownFile =>
  originalSha256 === null ? file : { ...file, note: <OriginalSum sum={originalSha256} /> }

/** The photos and films of a step, to look at; the previewer goes through those of the step. */
export function StepPhotoTiles({ photos, awaited, label }: StepPhotoTilesProps) {
  const [shown, setShown] = useState<string | null>(null)
  if (photos.length === 0 && awaited.length === 0) return null
  return (
    <>
      <ul className={css.photos} aria-label={label}>
        {photos.map((photo) => (
          <li key={photo.id} className={css.tile}>
            <FileTile file={photo.file} onOpen={() => setShown(photo.file.uid)} />
            {photo.film && <FilmLength seconds={photo.film.seconds} />}
            <PhotoCaption photo={photo} />
          </li>
        ))}
        {awaited.map((photo) => (
          <li key={photo.id}>
            <AwaitedTile photo={photo} />
          </li>
        ))}
      </ul>
      <FilePreview files={photos.map(shownOf)} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}
