import { RefreshCw } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Puzzle } from '../calls.ts'
import type { Phase } from './use-puzzle.ts'
import css from './captcha.module.css'

type PictureProps = {
  puzzle: Puzzle | null
  phase: Phase
  /** Why there is no picture. */
  message: string
  onRefresh: () => void
  pictureRef?: Ref<HTMLDivElement>
  /** Rendered on top of the picture. */
  children: ReactNode
}

/** The picture at any size, with its refresh button. */
export function Picture({ puzzle, phase, message, onRefresh, pictureRef, children }: PictureProps) {
  const settled = phase === 'passed' || phase === 'failed'
  return (
    <div className={css.picture} ref={pictureRef}>
      {puzzle && <img src={`data:image/png;base64,${puzzle.originalImageBase64}`} alt="" draggable={false} />}
      {children}
      {phase === 'empty' && <p role="alert">{message}</p>}
      <button
        type="button"
        className={css.refresh}
        aria-label="换一张图片"
        disabled={phase === 'checking' || settled}
        onClick={onRefresh}
      >
        <RefreshCw className="i s" aria-hidden />
      </button>
    </div>
  )
}
