import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { CaptchaAnswer } from '../calls.ts'
import { SliderCaptcha } from './SliderCaptcha.tsx'
import type { Verdict } from './captcha.ts'

type CaptchaDialogProps = {
  submit: (answer: CaptchaAnswer) => Promise<Verdict>
  /** One second after the success, half a second before the dialog closes (spec 1 §4). */
  onPassed: () => void
  onClose: () => void
}

const CLOSE_AFTER_PASSED_MS = 500

/** The captcha in pop mode. The native dialog keeps the focus inside and closes on Esc. */
export function CaptchaDialog({ submit, onPassed, onClose }: CaptchaDialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const element = dialog.current!
    element.showModal()
    element.querySelector<HTMLElement>('[role=slider]')?.focus()
    return () => {
      clearTimeout(closing.current)
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="captcha-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={titleId}>请完成安全验证</h2>
        <button type="button" className="ib" aria-label="关闭" onClick={onClose}>
          <X className="i" aria-hidden />
        </button>
      </header>
      <SliderCaptcha
        submit={submit}
        onPassed={() => {
          closing.current = setTimeout(onClose, CLOSE_AFTER_PASSED_MS)
          onPassed()
        }}
      />
    </dialog>
  )
}
