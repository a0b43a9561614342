import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Form } from '../../kit/Form.tsx'
import { writeStored } from '../../lib/storage.ts'
import { otherSignInPage } from '../entry.ts'
import { verifyPhone, type VerifiedPhone } from './calls.ts'
import { SubmitButton } from './fields.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { PanelTitle } from './PanelTitle.tsx'
import { PhoneCodeFields } from './PhoneCodeFields.tsx'
import { usePhoneCode, type PhoneCode } from './use-phone-code.tsx'
import { useSending } from './use-sending.ts'
import forgotCss from './forgot.module.css'
import signInFormsCss from './sign-in-forms.module.css'
import signInCss from './sign-in.module.css'

const STEPS = ['验证手机', '设置新密码', '完成']

/** Resets a forgotten password: a code verifies the phone, then the user sets a new password (product.md). */
export function ForgotPanel({ hash }: { hash: string }) {
  const phone = usePhoneCode({ smsMode: 2 })
  const [verified, setVerified] = useState<VerifiedPhone | null>(null)
  const [done, setDone] = useState(false)
  const login = otherSignInPage('login', hash)
  const step = done ? 2 : verified ? 1 : 0

  const goBack = () => {
    phone.forgetCode()
    flushSync(() => setVerified(null))
    phone.mobileField.current?.focus()
  }

  const finish = ({ username }: VerifiedPhone) => {
    writeStored('Login_Username', username)
    setDone(true)
  }

  return (
    <>
      <PanelTitle>找回密码</PanelTitle>
      <p className={signInCss.lead}>通过绑定的手机号验证身份，重新设置登录密码</p>
      <Steps current={step} />
      {done ? (
        <Done login={login} />
      ) : verified ? (
        <NewPasswordForm
          verified={verified}
          mobile={phone.mobile}
          onDone={() => finish(verified)}
          onBack={goBack}
        />
      ) : (
        <VerifyPhoneForm phone={phone} onVerified={setVerified} />
      )}
      {!done && (
        <p className={signInFormsCss.loginBeside}>
          <a href={login}>
            <ArrowLeft className="i s" aria-hidden />
            返回登录
          </a>
        </p>
      )}
    </>
  )
}

function Steps({ current }: { current: number }) {
  return (
    <ol className={forgotCss.forgotSteps} aria-label="步骤">
      {STEPS.map((title, at) => (
        <li
          key={title}
          className={at < current ? forgotCss.past : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          <span aria-hidden>{at + 1}</span>
          {title}
        </li>
      ))}
    </ol>
  )
}

type VerifyPhoneFormProps = { phone: PhoneCode; onVerified: (verified: VerifiedPhone) => void }

function VerifyPhoneForm({ phone, onVerified }: VerifyPhoneFormProps) {
  const { busy, send } = useSending()

  const verify = async () => onVerified(await verifyPhone({ mobile: phone.mobile, code: phone.code }))

  const next = () => {
    if (phone.check()) void send(verify, phone.refuse)
  }

  return (
    <>
      <Form className={signInFormsCss.login} onSend={next}>
        <PhoneCodeFields phone={phone} />
        <SubmitButton busy={busy}>下一步</SubmitButton>
      </Form>
      {phone.captcha}
    </>
  )
}

function Done({ login }: { login: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <div className={forgotCss.forgotDone}>
      <CircleCheck className="i" aria-hidden />
      <p role="status">
        <b>密码修改成功</b>
        所有设备上的登录已退出，请使用新密码登录
      </p>
      <a className={`btn pri ${signInFormsCss.enter}`} href={login} ref={link}>
        返回登录
      </a>
    </div>
  )
}
