import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { QrCode } from '../../../kit/QrCode.tsx'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { CopyText } from '../../../kit/CopyText.tsx'
import { DialogButtons } from '../../../kit/DialogButtons.tsx'
import { Field } from '../../../kit/Field.tsx'
import { Form } from '../../../kit/Form.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { CodeField } from './CodeField.tsx'
import { FactorDialog } from './FactorDialog.tsx'
import css from './second-factor.module.css'

type Begun = { secret: string; uri: string }

/** The password, then the app and its first code, then the recovery codes, which are shown only once. */
export function EnableDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <FactorDialog open={open} title="开启两步验证" codes={codes} onClose={onClose}>
      {begun ? (
        <Confirm begun={begun} onConfirmed={setCodes} onClose={onClose} />
      ) : (
        <AskPassword onBegun={setBegun} onClose={onClose} />
      )}
    </FactorDialog>
  )
}

function AskPassword({ onBegun, onClose }: { onBegun: (begun: Begun) => void; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const saving = useSaving(secondFactorCalls.begin, { onSaved: onBegun })
  return (
    <Form
      onSend={() => {
        setFault(password === '' ? '请输入登录密码' : null)
        if (password !== '' && !saving.busy) saving.send({ password })
      }}
    >
      <p className="t2">
        需要一个身份验证器 App（如腾讯身份验证器、Microsoft Authenticator、Google Authenticator 等）。
        先确认是您本人：
      </p>
      <Field label="登录密码" required error={fault}>
        {(control) => (
          <Input.Password
            {...control}
            autoFocus
            autoComplete="current-password"
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <CommandAlert error={saving.error} />
      <div className="buttons">
        <DialogButtons onCancel={onClose} verb="下一步" busy={saving.busy} />
      </div>
    </Form>
  )
}

type ConfirmProps = { begun: Begun; onConfirmed: (codes: string[]) => void; onClose: () => void }

function Confirm({ begun, onConfirmed, onClose }: ConfirmProps) {
  const saving = useSaving(secondFactorCalls.confirm, {
    onSaved: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  return (
    <>
      <p className="t2">用身份验证器 App 扫描二维码，再输入 App 显示的 6 位动态口令。</p>
      <div className={`row ${css.scan}`}>
        <QrCode text={begun.uri} label="身份验证器的二维码" />
        <dl>
          <dt>不能扫码时手动输入密钥</dt>
          <dd className="row">
            <code>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyText text={begun.secret} label="复制密钥" />
          </dd>
        </dl>
      </div>
      <CodeField
        verb="开启"
        busy={saving.busy}
        error={saving.error}
        onSubmit={(code) => saving.send({ code })}
        onClose={onClose}
      />
    </>
  )
}
