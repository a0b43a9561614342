import { LifeBuoy, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Form } from '../../kit/Form.tsx'
import type { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { signedIn } from '../../lib/session.ts'
import { QrCode } from '../../kit/QrCode.tsx'
import { RecoveryCodeList } from '../../kit/RecoveryCodeList.tsx'
import { secondStep } from './calls.ts'
import { TextField } from './fields.tsx'
import { EnterButton } from './LoginForm.tsx'
import { explainSecurity, isForSecurity } from './SecurityDialog.tsx'
import type { SecondStep } from './second-step.ts'
import { useSending } from './use-sending.ts'
import secondStepCss from './second-step.module.css'
import signInFormsCss from './sign-in-forms.module.css'
import signInCss from './sign-in.module.css'

const WAYS = {
  app: {
    lead: '请打开身份验证器 App，输入本账号的 6 位动态口令',
    label: '动态口令',
    other: '手机不在身边？使用恢复码',
    fits: /^\d{6}$/,
    fault: '请输入 6 位动态口令',
  },
  recovery: {
    lead: '请输入开启两步验证时保存的恢复码，每个只能使用一次',
    label: '恢复码',
    other: '改用动态口令',
    fits: /^[0-9A-Za-z]{16}$/,
    fault: '请输入 16 位恢复码',
  },
} as const

type Entered = Awaited<ReturnType<typeof secondStep>>

/**
 * The second step of a sign-in: a code of the authenticator app. Where the company requires a second factor and the
 * user has none, it binds the app and shows the recovery codes. Six digits are sent as soon as they are entered.
 */
export function SecondStepPanel({ ticket, app, onBack }: SecondStep & { onBack: () => void }) {
  const [entered, setEntered] = useState<Entered | null>(null)
  const [way, setWay] = useState<keyof typeof WAYS>('app')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, send } = useSending()
  const { lead, label, other, fits, fault: shapeFault } = WAYS[way]

  const refuse = (error: CallError) => {
    if (error.code === 'second_step_expired') {
      notify({ kind: 'warning', title: '系统提示', text: error.message })
      return onBack()
    }
    if (isForSecurity(error)) return explainSecurity(error, field.current)
    if (error.status !== 200) return reportCallError(error)
    setFault(error.message)
    field.current?.select()
  }

  const enter = (typed: string) => {
    if (!fits.test(typed.replaceAll(/[\s-]/g, ''))) {
      setFault(shapeFault)
      field.current?.focus()
      return
    }
    void send(async () => {
      const result = await secondStep({ ticket, code: typed })
      if (result.recoveryCodes) setEntered(result)
      else signedIn(result)
    }, refuse)
  }

  const type = (typed: string) => {
    setCode(typed)
    setFault(undefined)
    if (way === 'app' && /^\d{6}$/.test(typed.trim())) enter(typed)
  }

  const change = () => {
    setWay(way === 'app' ? 'recovery' : 'app')
    setCode('')
    setFault(undefined)
  }

  if (entered?.recoveryCodes)
    return <KeepCodes codes={entered.recoveryCodes} onDone={() => signedIn(entered)} />
  return (
    <>
      <h1>{app ? '开启两步验证' : '两步验证'}</h1>
      <p className={signInCss.lead}>
        {app ? '企业要求管理员开启两步验证：用身份验证器 App 扫描二维码，再输入 6 位动态口令' : lead}
      </p>
      {app && <AppToBind {...app} />}
      <Form className={signInFormsCss.login} onSend={() => enter(code)}>
        <TextField
          key={way}
          autoFocus
          label={label}
          icon={
            way === 'app' ? <ShieldCheck className="i" aria-hidden /> : <LifeBuoy className="i" aria-hidden />
          }
          error={fault}
          inputRef={field}
          name="code"
          inputMode={way === 'app' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={way === 'app' ? 7 : 24}
          value={code}
          onChange={type}
        />
        <EnterButton entering={busy} />
      </Form>
      <p className={signInFormsCss.loginBeside}>
        {!app && (
          <button type="button" className="btn txt" onClick={change}>
            {other}
          </button>
        )}
        <button type="button" className="btn txt" onClick={onBack}>
          返回登录
        </button>
      </p>
    </>
  )
}

function AppToBind({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className={secondStepCss.appToBind}>
      <QrCode text={uri} label="身份验证器的二维码" />
      <p className="s12">
        不能扫码时手动输入密钥
        <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  )
}

/** The codes are shown only once. */
function KeepCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <h1>保存恢复码</h1>
      <p className={signInCss.lead}>
        手机不在身边时，每个恢复码可登录一次。它们只显示这一次，请保存在他人看不到的地方
      </p>
      <RecoveryCodeList codes={codes} className={secondStepCss.codesToKeep} />
      <button type="button" className={`btn pri ${signInFormsCss.enter}`} onClick={onDone}>
        已保存，进入工作台
      </button>
    </>
  )
}
