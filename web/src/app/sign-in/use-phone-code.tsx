import { useRef, useState } from 'react'
import type { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { sendCode, type SentCode } from './calls.ts'
import { codeFault, phoneFault } from './faults.ts'
import { explainSecurity, isForSecurity } from './SecurityDialog.tsx'
import { useCaptchaCall } from './use-captcha-call.tsx'
import { useCountdown } from './use-countdown.ts'

type Errors = { mobile?: string; code?: string }

/** For sign-in and for a forgotten password (protocols.md §2.3). */
export type CodePurpose = { smsMode: 0 | 2; onPrepare?: () => void }

export type PhoneCode = ReturnType<typeof usePhoneCode>

/** A phone, the code sent to it, and the errors of both (spec 1 §2.8, §4, §5). */
export function usePhoneCode({ smsMode, onPrepare }: CodePurpose) {
  const countdown = useCountdown(`sms-${smsMode}`)
  const [mobile, setMobile] = useState(countdown.mobile ?? '')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [sent, setSent] = useState<SentCode | null>(null)
  const mobileField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)

  const captcha = useCaptchaCall({
    send: (captchaVO) => sendCode({ mobile, smsMode, captchaType: 1, captchaVO }),
    onDone: (answer) => {
      countdown.start(answer.retryAfter, mobile)
      setSent(answer)
      setCode('')
      return codeField.current
    },
    onRefused: (error) => {
      setErrors({ mobile: error.message })
      return mobileField.current
    },
  })

  const show = (found: Errors): boolean => {
    setErrors(found)
    if (found.mobile) mobileField.current?.focus()
    else if (found.code) codeField.current?.focus()
    return !found.mobile && !found.code
  }

  return {
    mobile,
    setMobile,
    code,
    setCode,
    errors,
    sent,
    secondsLeft: countdown.left,
    mobileField,
    codeField,
    captcha: captcha.dialog,
    ask: () => {
      if (!show({ mobile: phoneFault(mobile) })) return
      onPrepare?.()
      captcha.ask()
    },
    check: () => show({ mobile: phoneFault(mobile), code: codeFault(code) }),
    forgetCode: () => setCode(''),
    /** Shows the server's message about the code (spec 1 §8: "code check fails"). */
    refuse: (error: CallError) => {
      if (isForSecurity(error)) return explainSecurity(error, codeField.current)
      if (error.status !== 200) return reportCallError(error)
      notify({ kind: 'error', title: '验证错误', text: error.message })
      show({ code: error.message })
      codeField.current?.select()
    },
  }
}
