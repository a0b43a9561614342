import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import css from './pop-dialog.module.css'

type PopDialogProps = {
  title: string
  /** Takes the focus after closing; by default the element focused before. */
  returnTo?: HTMLElement | null
  onClose: () => void
  children: ReactNode
}

/** A dialog of the sign-in pages. The native dialog traps the focus and closes on Esc. */
export function PopDialog({ title, returnTo, onClose, children }: PopDialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const back = useRef(returnTo)
  useEffect(() => {
    const element = dialog.current!
    const focused = back.current ?? (document.activeElement as HTMLElement | null)
    element.showModal()
    element.querySelector<HTMLElement>('.pri')?.focus()
    return () => {
      element.close()
      focused?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={css.popDialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.popHead}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
          <X className="i" aria-hidden />
        </button>
      </div>
      {children}
    </dialog>
  )
}
