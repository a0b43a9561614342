import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ModalDialog } from '../../../kit/ModalDialog.tsx'
import type { TourStep } from './tour-steps.ts'
import { cardPlace, type Box } from './card-place.ts'
import css from './tour.module.css'

/** The margin around the highlighted element. */
const MARGIN = 4

type TourProps = {
  label: string
  steps: readonly TourStep[]
  /** Called when the tour is finished or left early. */
  onExit: () => void
}

/** Highlights one element after the other; the rest is inert. */
export function Tour({ label, steps, onExit }: TourProps) {
  const [at, setAt] = useState(0)
  const step = steps[at]!
  const { card, target, place } = usePlace(step)
  const last = at === steps.length - 1
  return (
    <ModalDialog label={label} className={css.tour} clear onClose={onExit}>
      {target ? (
        <div className={css.tourSpot} style={target} />
      ) : (
        <div className={`${css.tourSpot} ${css.none}`} />
      )}
      <div className={`touch ${css.tourCard}`} ref={card} style={place ?? { opacity: 0 }} aria-live="polite">
        <div className="row">
          <h2>{step.title}</h2>
          <button type="button" className="ib sm" aria-label="退出引导" onClick={onExit}>
            <X className="i s" aria-hidden />
          </button>
        </div>
        <p className="t2">{step.text}</p>
        <div className={`row ${css.footLine}`}>
          <span className={`t3 ${css.t3}`}>
            {at + 1} / {steps.length}
          </span>
          {at > 0 && (
            <button type="button" className="btn sm" onClick={() => setAt(at - 1)}>
              上一步
            </button>
          )}
          <button
            key={step.key}
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="button"
            className="btn pri sm"
            onClick={() => (last ? onExit() : setAt(at + 1))}
          >
            {last ? '完成' : '下一步'}
          </button>
        </div>
      </div>
    </ModalDialog>
  )
}

type Spots = { target: Box | null; place: { left: number; top: number } }

/** The positions of the highlight and of the card; both follow the page when it moves. */
function usePlace(step: TourStep) {
  const card = useRef<HTMLDivElement>(null)
  const [spots, setSpots] = useState<Spots | null>(null)
  useEffect(() => {
    firstSeen(step.targets)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    let frame = 0
    const follow = () => {
      const element = firstSeen(step.targets)
      const target = element ? around(element.getBoundingClientRect()) : null
      const { offsetWidth: width, offsetHeight: height } = card.current!
      const place = cardPlace(target, { width, height }, { width: innerWidth, height: innerHeight })
      setSpots((before) => (isSame(before, { target, place }) ? before : { target, place }))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [step])
  return { card, target: spots?.target ?? null, place: spots?.place ?? null }
}

const isSame = (one: Spots | null, other: Spots): boolean => JSON.stringify(one) === JSON.stringify(other)

function firstSeen(selectors: readonly string[]): Element | null {
  for (const selector of selectors) {
    const element = document.querySelector(selector)
    if (element && element.getClientRects().length > 0) return element
  }
  return null
}

const around = ({ left, top, width, height }: DOMRect): Box => ({
  left: left - MARGIN,
  top: top - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
})
