import { markKinds, type ShownDrawing } from '@heliodesk/contract/ticket-drawings.ts'
import { Check } from 'lucide-react'
import type { StateOf } from './MarkedPicture.tsx'
import { Pin, stateWords } from './Pin.tsx'
import css from './drawings.module.css'

type LegendProps = { drawing: ShownDrawing; stateOf: StateOf }

/** What the marks of a drawing stand for, by their numbers. */
export const Legend = ({ drawing: { title, marks }, stateOf }: LegendProps) => (
  <ol className={css.legend} aria-label={`${title}的标注`}>
    {marks.map((mark, at) => {
      const state = stateOf(mark)
      return (
        <li key={at}>
          <Pin no={at + 1} kind={mark.kind} state={state} />
          <span className={css.says}>
            <span className="sr">{at + 1} </span>
            <small>
              {markKinds[mark.kind]}
              {state && (
                <span className={css.state} data-state={state}>
                  {state === 'done' && <Check className="i s" aria-hidden />}
                  {stateWords[state]}
                </span>
              )}
            </small>
            {mark.text}
          </span>
        </li>
      )
    })}
  </ol>
)
