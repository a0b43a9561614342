import { useRef, useState, type KeyboardEvent } from 'react'
import { clientConfig } from '../../lib/client-config.ts'
import { otherSignInPage } from '../entry.ts'
import { Fetched } from '../Fetched.tsx'
import { LoginForm } from './LoginForm.tsx'
import { PanelTitle } from './PanelTitle.tsx'
import { PhoneLoginForm } from './PhoneLoginForm.tsx'
import type { SecondStep } from './second-step.ts'
import { startOf } from './single-sign-on.ts'
import { hasCountdown } from './use-countdown.ts'
import signInFormsCss from './sign-in-forms.module.css'
import signInCss from './sign-in.module.css'

const WAYS = [
  { id: 'password', title: '账号密码登录' },
  { id: 'phone', title: '手机验证码登录' },
] as const

type Way = (typeof WAYS)[number]['id']

/** Few users need it, so it is loaded separately from the login page. */
const loadSecondStep = async () => (await import('./SecondStepPanel.tsx')).SecondStepPanel

/**
 * The two forms for signing in (spec 1 §2.8), the second of which a company may disable, and the sign-in through a
 * provider.
 */
export function LoginPanel({ hash, onPrepare }: { hash: string; onPrepare: () => void }) {
  // After a reload, a user who waits for a code gets the form that takes it.
  const [way, setWay] = useState<Way>(() => (hasCountdown('sms-0') ? 'phone' : 'password'))
  const [step, setStep] = useState<SecondStep | null>(null)
  const { providers, phoneLogin } = clientConfig()
  const firstStep = { onPrepare, onSecondStep: setStep }
  if (step) return <Fetched load={loadSecondStep} props={{ ...step, onBack: () => setStep(null) }} />
  return (
    <>
      <PanelTitle>登录工作台</PanelTitle>
      <p className={signInCss.lead}>使用企业账号登录，登录状态保持 7 天</p>
      {phoneLogin ? (
        <>
          <WayTabs way={way} onChange={setWay} />
          <div role="tabpanel" id="way-panel" aria-labelledby={`way-${way}`}>
            {way === 'password' ? <LoginForm {...firstStep} /> : <PhoneLoginForm {...firstStep} />}
          </div>
        </>
      ) : (
        <LoginForm {...firstStep} />
      )}
      <p className={signInFormsCss.loginBeside}>
        <a href={otherSignInPage('alteration', hash)}>忘记密码</a>
      </p>
      {providers.length > 0 && (
        <section className={signInFormsCss.loginProviders} aria-label="其他登录方式">
          <p className="row t3 s12" aria-hidden>
            其他登录方式
          </p>
          {providers.map(({ id, title }) => (
            <a key={id} className="btn" href={startOf(id, hash)}>
              {title}
            </a>
          ))}
        </section>
      )}
    </>
  )
}

function WayTabs({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const at = WAYS.findIndex(({ id }) => id === way)
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? WAYS.length - 1 : (at + 1) % WAYS.length
    onChange(WAYS[next]!.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      className={signInFormsCss.loginWays}
      role="tablist"
      aria-label="登录方式"
      ref={list}
      onKeyDown={onKeyDown}
    >
      {WAYS.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`way-${id}`}
          aria-selected={id === way}
          aria-controls="way-panel"
          tabIndex={id === way ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
