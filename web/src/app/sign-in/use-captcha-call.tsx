import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CallError } from '../../lib/call.ts'
import { callErrorOf } from '../../lib/call-errors.ts'
import type { CaptchaAnswer } from './calls.ts'
import { CaptchaDialog } from './captcha/CaptchaDialog.tsx'
import type { Verdict } from './captcha/captcha.ts'
import { explainSecurity, isForSecurity } from './SecurityDialog.tsx'

/** Codes of the captcha family: the captcha itself shows their message (spec 1 §4: passed back to the screen). */
const OF_THE_CAPTCHA = /^\d{4}$/

type CaptchaCall<T> = {
  /** The call that carries the answer, and so verifies it. */
  send: (captchaVO: CaptchaAnswer) => Promise<T>
  /** Returns the element to focus once the captcha is closed. */
  onDone: (result: T) => HTMLElement | null
  onRefused: (error: CallError) => HTMLElement | null
}

/** Shows the captcha in pop mode and sends a call with its answer. */
export function useCaptchaCall<T>(call: CaptchaCall<T>): { ask: () => void; dialog: ReactNode } {
  const [asking, setAsking] = useState(false)
  const outcome = useRef<T | CallError>(null)
  const judging = useRef(false)
  const focusAfterwards = useRef<HTMLElement>(null)

  // Nothing outside the dialog can take the focus before.
  useEffect(() => {
    if (!asking) focusAfterwards.current?.focus()
  }, [asking])

  const ask = () => {
    focusAfterwards.current = document.activeElement as HTMLElement | null
    setAsking(true)
  }

  /** Not between the server's answer and its effect. */
  const close = () => {
    if (!judging.current && outcome.current === null) setAsking(false)
  }

  /** An error about anything but the captcha means that the captcha was solved. */
  const submit = async (captchaVO: CaptchaAnswer): Promise<Verdict> => {
    judging.current = true
    try {
      outcome.current = await call.send(captchaVO)
      return { passed: true }
    } catch (thrown) {
      const error = callErrorOf(thrown)
      if (!error) return { passed: false, message: '验证没有完成，请重试' }
      if (OF_THE_CAPTCHA.test(error.code) || error.isOffline) return { passed: false, message: error.message }
      if (error.status === 200 && !isForSecurity(error)) {
        outcome.current = error
        return { passed: true }
      }
      setAsking(false)
      if (isForSecurity(error)) explainSecurity(error, focusAfterwards.current)
      else focusAfterwards.current = call.onRefused(error)
      return { passed: false, message: error.message }
    } finally {
      judging.current = false
    }
  }

  const finish = () => {
    const result = outcome.current
    outcome.current = null
    if (result instanceof CallError) focusAfterwards.current = call.onRefused(result)
    else if (result !== null) focusAfterwards.current = call.onDone(result)
  }

  return {
    ask,
    dialog: asking && <CaptchaDialog submit={submit} onPassed={finish} onClose={close} />,
  }
}
