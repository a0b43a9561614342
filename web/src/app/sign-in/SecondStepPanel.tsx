import { LifeBuoy, ShieldCheck } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { signedIn } from '../../lib/session.ts'
import { secondStep } from './calls.ts'
import { TextField } from './fields.tsx'
import { EnterButton } from './LoginForm.tsx'
import { explainSecurity, isForSecurity } from './SecurityDialog.tsx'
import { useSending } from './use-sending.ts'

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

type SecondStepPanelProps = {
  ticket: string
  onBack: () => void
}

/** The second step of a sign-in whose owner turned it on. Six digits of the app are sent as soon as they stand there. */
export function SecondStepPanel({ ticket, onBack }: SecondStepPanelProps) {
  const [way, setWay] = useState<keyof typeof WAYS>('app')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, send } = useSending()
  const { lead, label, other, fits, fault: shapeFault } = WAYS[way]

  const refuse = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
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
    void send(async () => signedIn(await secondStep({ ticket, code: typed })), refuse)
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

  return (
    <>
      <h1>两步验证</h1>
      <p className="lead">{lead}</p>
      <form
        className="login"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          enter(code)
        }}
      >
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
      </form>
      <p className="login-beside second-step">
        <button type="button" className="btn txt" onClick={change}>
          {other}
        </button>
        <button type="button" className="btn txt" onClick={onBack}>
          返回登录
        </button>
      </p>
    </>
  )
}
