import type { StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import css from './photos.module.css'

const degrees = (value: number) => value.toFixed(5)

/** 11-21 10:14 李沐阳, and where it was taken if the photo says it. */
export function PhotoCaption({ photo }: { photo: StepPhoto }) {
  const { takenTime, addTime, uploaderName, latitude, longitude, marks, originalSha256 } = photo
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
      {originalSha256 !== null && <OriginalSum sum={originalSha256} brief />}
    </span>
  )
}

/** Of a photo that the phone made smaller: the checksum of the camera's file, to prove by it that one is the other. */
export const OriginalSum = ({ sum, brief = false }: { sum: string; brief?: boolean }) => (
  <span className={brief ? css.sum : undefined} title={`原图校验值（SHA-256）：${sum}`}>
    已压缩，原图校验值 {brief ? `${sum.slice(0, 8)}…` : sum}
    <CopyText text={sum} label="复制原图校验值" />
  </span>
)
