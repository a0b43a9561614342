import type { ShownDrawing } from '@heliodesk/contract/ticket-drawings.ts'
import type { MarkState } from './marks.ts'
import { Pin, placeOf } from './Pin.tsx'
import css from './drawings.module.css'

/** What the marks of a drawing say about the measures; null for one that stands for none. */
export type StateOf = (mark: ShownDrawing['marks'][number]) => MarkState

type PinsProps = { marks: ShownDrawing['marks']; stateOf: StateOf }

/** The marks alone, over a picture of the same size. */
export const Pins = ({ marks, stateOf }: PinsProps) => (
  <>
    {marks.map((mark, at) => (
      <span key={at} className={css.at} style={placeOf(mark)}>
        <Pin no={at + 1} kind={mark.kind} state={stateOf(mark)} />
      </span>
    ))}
  </>
)

type MarkedPictureProps = {
  drawing: ShownDrawing
  stateOf: StateOf
  /** The picture came, or will not come. */
  onSettled?: () => void
}

/** A drawing with its marks. What they stand for is said beside it. */
export const MarkedPicture = ({ drawing, stateOf, onSettled }: MarkedPictureProps) => (
  <span className={css.picture}>
    <img
      src={drawing.file.fileUrlPreview ?? drawing.file.url}
      alt={drawing.title}
      draggable={false}
      onLoad={onSettled}
      onError={onSettled}
    />
    <Pins marks={drawing.marks} stateOf={stateOf} />
  </span>
)
