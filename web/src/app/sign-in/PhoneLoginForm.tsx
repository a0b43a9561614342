import { Form } from '../../kit/Form.tsx'
import type { CallError } from '../../lib/call.ts'
import { signedIn } from '../../lib/session.ts'
import { phoneLogin } from './calls.ts'
import { EnterButton, type FirstStepProps } from './LoginForm.tsx'
import { PhoneCodeFields } from './PhoneCodeFields.tsx'
import { secondStepOf } from './second-step.ts'
import { usePhoneCode } from './use-phone-code.tsx'
import { useSending } from './use-sending.ts'
import css from './sign-in-forms.module.css'

/** Sign-in with a code sent to the phone. */
export function PhoneLoginForm({ onPrepare, onSecondStep }: FirstStepProps) {
  const phone = usePhoneCode({ smsMode: 0, onPrepare })
  const { busy, send } = useSending()

  const enter = async () => signedIn(await phoneLogin({ mobile: phone.mobile, code: phone.code }))

  const refuse = (error: CallError) => {
    const step = secondStepOf(error)
    if (step) onSecondStep(step)
    else phone.refuse(error)
  }

  const start = () => {
    if (phone.check()) void send(enter, refuse)
  }

  return (
    <>
      <Form className={css.login} onSend={start}>
        <PhoneCodeFields phone={phone} />
        <EnterButton entering={busy} />
      </Form>
      {phone.captcha}
    </>
  )
}
