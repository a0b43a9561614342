import { MessageSquareLock, Smartphone } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { TextField } from './fields.tsx'
import { masked, PHONE, tidied } from './faults.ts'
import type { PhoneCode } from './use-phone-code.tsx'
import css from './sign-in-forms.module.css'

/** Phone and code; the phone is masked while it is not being edited. */
export function PhoneCodeFields({ phone }: { phone: PhoneCode }) {
  const { mobile, code, errors, secondsLeft } = phone
  const [typing, setTyping] = useState(false)
  const waiting = secondsLeft > 0

  /** Enter in the phone field requests a code if there is none yet. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || waiting || code !== '') return
    event.preventDefault()
    phone.ask()
  }

  return (
    <>
      <TextField
        label="手机号码"
        icon={
          <>
            <Smartphone className="i" aria-hidden />
            <span className={css.prefix}>+86</span>
          </>
        }
        error={errors.mobile}
        inputRef={phone.mobileField}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        value={!typing && PHONE.test(mobile) ? masked(mobile) : mobile}
        onChange={(value) => phone.setMobile(tidied(value))}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onKeyDown={onEnter}
      />
      <TextField
        label="验证码"
        icon={<MessageSquareLock className="i" aria-hidden />}
        error={errors.code}
        inputRef={phone.codeField}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={(value) => phone.setCode(value.trim())}
        end={
          <button type="button" className={css.loginGetCode} disabled={waiting} onClick={phone.ask}>
            {waiting ? `${secondsLeft} s后重新获取` : '获取验证码'}
          </button>
        }
      />
      <CodeNotice phone={phone} />
    </>
  )
}

/** Where the code was sent; in a demo the code itself. */
function CodeNotice({ phone }: { phone: PhoneCode }) {
  const { sent } = phone
  return (
    <div className={css.loginCodeNotice} role="status">
      {sent &&
        (sent.demoCode === null ? (
          <p>验证码已发送至 {sent.mobile}。没有收到？请确认该手机号已绑定账号</p>
        ) : (
          <p className={css.demo}>
            演示环境，您的验证码：{sent.demoCode}
            <button
              type="button"
              className="btn sm"
              onClick={() => {
                phone.setCode(sent.demoCode!)
                phone.codeField.current?.focus()
              }}
            >
              填入
            </button>
          </p>
        ))}
    </div>
  )
}
