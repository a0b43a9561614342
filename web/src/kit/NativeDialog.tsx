import { useEffect, useRef, type ReactNode } from 'react'

type NativeDialogProps = {
  label: string
  className?: string
  /** A press outside closes it too. */
  outside?: boolean
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus whatever is behind it, and closes on Esc. */
export function NativeDialog({ label, className, outside = false, onClose, children }: NativeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (outside && event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
