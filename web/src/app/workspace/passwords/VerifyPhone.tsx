import { Input } from 'antd'
import { MessageSquareLock } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { DialogButtons } from '../../../kit/DialogButtons.tsx'
import { Field } from '../../../kit/Field.tsx'
import { Form } from '../../../kit/Form.tsx'
import { masked } from '../../sign-in/faults.ts'
import type { OwnCode } from './use-own-code.tsx'
import css from './passwords.module.css'

type VerifyPhoneProps = { phone: string; code: OwnCode; onCancel: () => void }

export function VerifyPhone({ phone, code, onCancel }: VerifyPhoneProps) {
  const waiting = code.secondsLeft > 0
  return (
    <>
      <Form ref={code.form} onSend={code.submit}>
        <dl className={css.ownPhone}>
          <dt>手机号码</dt>
          <dd>{masked(phone)}</dd>
        </dl>
        <Field label="验证码" required error={code.fault}>
          {(control) => (
            <div className={css.codeRow}>
              <Input
                {...control}
                value={code.typed}
                onChange={(event) => code.type(event.target.value.trim())}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                placeholder="请输入验证码"
              />
              <button type="button" className="btn" disabled={waiting} onClick={code.ask}>
                {waiting ? `${code.secondsLeft} s后重新获取` : '获取验证码'}
              </button>
            </div>
          )}
        </Field>
        <SentNotice code={code} />
        <div className="buttons">
          <DialogButtons onCancel={onCancel} verb="下一步" busy={code.busy} />
        </div>
      </Form>
      {code.captcha}
    </>
  )
}

/** Where the code was sent; in a demo the code itself. */
function SentNotice({ code }: { code: OwnCode }) {
  const { sent } = code
  const demoCode = sent?.demoCode ?? null
  return (
    <div role="status">
      {sent && (
        <div className={`alert proc ${css.sent}`}>
          <MessageSquareLock className="i" aria-hidden />
          <span className="grow">
            {demoCode === null
              ? `验证码已发送至 ${sent.mobile}，10 分钟内有效`
              : `演示环境，您的验证码：${demoCode}`}
          </span>
          {demoCode !== null && (
            <Button size="sm" onClick={() => code.type(demoCode)}>
              填入
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
