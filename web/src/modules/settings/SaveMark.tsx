import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import css from './personal.module.css'

const SHOWN_MS = 2500

/** Shows for a moment that a change is stored on the server, or that it is not yet. */
export function SaveMark({ waiting, failed = false }: { waiting: boolean; failed?: boolean }) {
  const [saved, setSaved] = useState(false)
  const waited = useRef(false)
  useEffect(() => {
    const arrived = waited.current && !waiting && !failed
    waited.current = waiting
    setSaved(arrived)
    if (!arrived) return
    const timer = setTimeout(() => setSaved(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [waiting, failed])
  return (
    <span className={css.saveState} role="status">
      {waiting && <span className="t3">正在保存…</span>}
      {saved && (
        <span className={css.saved}>
          <Check className="i s" aria-hidden />
          已保存
        </span>
      )}
    </span>
  )
}
