import type { StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { useState, type CSSProperties } from 'react'
import { formatTime } from '../../../kit/format.ts'
import css from './appearance.module.css'

const STEP_PERCENT = 5
const pictureOf = ({ file }: StepPhoto) => file.fileUrlPreview ?? file.url
const timeOf = ({ takenTime, addTime }: StepPhoto) => formatTime(takenTime ?? addTime)

/** A photo before and one after the rework, one over the other; the slider moves the border between them. */
export function PhotoCompare({ before, after }: { before: StepPhoto; after: StepPhoto }) {
  const [border, setBorder] = useState(50)
  return (
    <figure className={css.compare} style={{ '--border': `${border}%` } as CSSProperties}>
      <img src={pictureOf(after)} alt={`整改后 ${timeOf(after)}`} />
      <img src={pictureOf(before)} alt={`整改前 ${timeOf(before)}`} className={css.before} />
      <i aria-hidden />
      <figcaption>
        <span>整改前 {timeOf(before)}</span>
        <span>整改后 {timeOf(after)}</span>
      </figcaption>
      <input
        type="range"
        min={0}
        max={100}
        step={STEP_PERCENT}
        value={border}
        aria-label="整改前后对比"
        aria-valuetext={`整改前 ${border} %`}
        onChange={(event) => setBorder(Number(event.target.value))}
      />
    </figure>
  )
}
