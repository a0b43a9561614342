import type { StepPhoto } from '@heliodesk/contract/order-photos.ts'
import css from './photos.module.css'

const degrees = (value: number) => value.toFixed(5)

/** 11-21 10:14 李沐阳, and where it was taken if the photo says it. */
export function PhotoCaption({ photo }: { photo: StepPhoto }) {
  const { takenTime, addTime, uploaderName, latitude, longitude, marks } = photo
  const at = takenTime ?? addTime
  return (
    <span className={css.caption} title={`${takenTime ? '拍摄' : '上传'}于 ${at}`}>
      <time dateTime={at.replace(' ', 'T')}>{at.slice(5, 16)}</time>
      <span className="ell">{uploaderName}</span>
      {marks.map((mark) => (
        <span key={mark} className={css.mark}>
          {mark}
        </span>
      ))}
      {latitude !== null && longitude !== null && (
        <span className="ell" title={`拍摄位置：${degrees(latitude)}, ${degrees(longitude)}`}>
          {degrees(latitude)}, {degrees(longitude)}
        </span>
      )}
    </span>
  )
}
