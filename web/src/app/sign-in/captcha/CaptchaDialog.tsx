import { useEffect, useRef } from 'react'
import type { CaptchaAnswer } from '../calls.ts'
import { PopDialog } from '../PopDialog.tsx'
import { Captcha } from './Captcha.tsx'
import type { Verdict } from './captcha.ts'

type CaptchaDialogProps = {
  submit: (answer: CaptchaAnswer) => Promise<Verdict>
  /** Called one second after the success, half a second before the dialog closes (spec 1 §4). */
  onPassed: () => void
  onClose: () => void
}

const CLOSE_AFTER_PASSED_MS = 500

/** The captcha in pop mode. */
export function CaptchaDialog({ submit, onPassed, onClose }: CaptchaDialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    body.current!.querySelector<HTMLElement>('[tabindex]')?.focus()
    return () => clearTimeout(closing.current)
  }, [])
  return (
    <PopDialog title="请完成安全验证" onClose={onClose}>
      <div ref={body}>
        <Captcha
          submit={submit}
          onPassed={() => {
            closing.current = setTimeout(onClose, CLOSE_AFTER_PASSED_MS)
            onPassed()
          }}
        />
      </div>
    </PopDialog>
  )
}
