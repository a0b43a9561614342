import type { Received } from '@heliodesk/contract/call.ts'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { useRef, useState } from 'react'
import { focusFirstError } from '../../../kit/Field.tsx'
import { send } from '../../../lib/call.ts'
import { reportCallError } from '../../../lib/call-errors.ts'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'
import { codeFault } from '../../sign-in/faults.ts'
import { useCaptchaCall } from '../../sign-in/use-captcha-call.tsx'
import { useCountdown } from '../../sign-in/use-countdown.ts'

type Sent = Received<typeof passwordCalls.userSms>
type Verified = Received<typeof passwordCalls.userPhoneVerification> & { of: string }

export type OwnCode = ReturnType<typeof useOwnCode>

/** A code sent to the signed-in user's own phone: requested behind a captcha, entered, and verified once. */
export function useOwnCode({ phone, onVerified }: { phone: string | null; onVerified: () => void }) {
  const countdown = useCountdown('sms-change')
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [verified, setVerified] = useState<Verified | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector('input') ?? null

  const forget = () => {
    setVerified(null)
    setTyped('')
    setFault(null)
  }

  const captcha = useCaptchaCall({
    send: (captchaVO) => send(passwordCalls.userSms, { captchaType: 1, captchaVO }),
    onDone: (answer: Sent) => {
      countdown.start(answer.retryAfter, answer.mobile)
      setSent(answer)
      forget()
      return field()
    },
    onRefused: (error) => {
      if (error.status === 401) reportCallError(error)
      else setFault(error.message)
      return field()
    },
  })

  const refuse = (text: string) => {
    setFault(text)
    requestAnimationFrame(() => focusFirstError(form.current))
  }

  const verify = useCommand(passwordCalls.userPhoneVerification, {
    errors: 'own',
    onSuccess: (answer, { code }) => {
      setVerified({ ...answer, of: code })
      setFault(null)
      onVerified()
    },
  })

  return {
    form,
    typed,
    type: setTyped,
    fault,
    sent,
    secondsLeft: countdown.left,
    verified,
    busy: verify.isPending,
    /** The captcha dialog while a code is requested. */
    captcha: captcha.dialog,
    ask: captcha.ask,
    forget,
    /** A verified code stays verified when the user returns to this step. */
    submit: () => {
      const wrong = codeFault(typed)
      if (wrong) return refuse(wrong)
      if (verified?.of === typed) return onVerified()
      verify.mutate(
        { mobile: phone ?? undefined, code: typed },
        {
          onError: (error) => {
            if (error.status !== 200) return reportCallError(error)
            notify({ kind: 'error', title: '验证错误', text: error.message })
            refuse(error.message)
          },
        },
      )
    },
  }
}
