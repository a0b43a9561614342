import type { StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { formatMinute } from '../../../kit/format.ts'
import css from './print.module.css'

type PhotosOnPaperProps = {
  /** Of what they are. */
  name: string
  photos: readonly StepPhoto[]
  /** A photo is there, or does not come. */
  onPhoto: (id: string) => void
}

/** Photos on paper, with who took them when and where. */
export const PhotosOnPaper = ({ name, photos, onPhoto }: PhotosOnPaperProps) => (
  <ul className={css.photos} aria-label={`${name}的照片`}>
    {photos.map((photo) => (
      <li key={photo.id}>
        <PhotoOnPaper photo={photo} onPhoto={onPhoto} />
      </li>
    ))}
  </ul>
)

const degrees = (value: number) => value.toFixed(5)

/** The small picture, which is enough for its size on paper; when it does not come, its name stands for it. */
function PhotoOnPaper({ photo, onPhoto }: { photo: StepPhoto; onPhoto: (id: string) => void }) {
  const { file, takenTime, addTime, uploaderName, latitude, longitude } = photo
  const settled = () => onPhoto(photo.id)
  return (
    <figure>
      <img src={file.fileUrlThumbnail ?? file.url} alt={file.name} onLoad={settled} onError={settled} />
      <figcaption>
        {takenTime ? '拍摄' : '上传'} {formatMinute(takenTime ?? addTime)} {uploaderName}
        {latitude !== null && longitude !== null && ` ${degrees(latitude)}, ${degrees(longitude)}`}
      </figcaption>
    </figure>
  )
}
