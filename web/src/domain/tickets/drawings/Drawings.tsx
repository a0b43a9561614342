import type { ShownDrawing } from '@heliodesk/contract/ticket-drawings.ts'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { lazily } from '../../../kit/lazily.tsx'
import { Legend } from './Legend.tsx'
import { MarkedPicture, Pins, type StateOf } from './MarkedPicture.tsx'
import css from './drawings.module.css'

const ImagePreviewer = lazily(
  async () => (await import('../../../kit/image-previewer/ImagePreviewer.tsx')).ImagePreviewer,
)

type DrawingsProps = {
  drawings: readonly ShownDrawing[]
  /** Without it nothing is said about the measures, which nobody carries out. */
  stateOf?: StateOf
}

const noState: StateOf = () => null

/** Drawings with their marks, each beside what they stand for; a press enlarges one. */
export function Drawings({ drawings, stateOf = noState }: DrawingsProps) {
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <ul className={css.drawings}>
        {drawings.map((drawing, at) => (
          <li key={drawing.path}>
            <figure className={css.drawing}>
              <figcaption>{drawing.title}</figcaption>
              <button type="button" className={css.enlarge} onClick={() => setShown(at)}>
                <MarkedPicture drawing={drawing} stateOf={stateOf} />
                <Maximize2 className={`i ${css.corner}`} aria-hidden />
                <span className="sr">放大 {drawing.title}</span>
              </button>
              {drawing.marks.length > 0 && <Legend drawing={drawing} stateOf={stateOf} />}
            </figure>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <ImagePreviewer
          items={drawings.map(({ file, title, marks }) => ({
            ...file,
            name: title,
            over: <Pins marks={marks} stateOf={stateOf} />,
          }))}
          start={shown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
