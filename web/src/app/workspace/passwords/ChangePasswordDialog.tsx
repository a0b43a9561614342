import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { signOutAfterChange } from './sign-out-after-change.ts'
import { useOwnCode } from './use-own-code.tsx'
import { VerifyPhone } from './VerifyPhone.tsx'
import css from './passwords.module.css'

const STEPS = ['验证手机', '设置新密码']

/** Changes the user's own password with a code sent to their phone (spec 1 §2.8, §4, §5). */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const phone = useSession((state) => state.user?.phone ?? null)
  const [step, setStep] = useState<0 | 1>(0)
  const code = useOwnCode({ phone, onVerified: () => setStep(1) })
  const change = useCommand(passwordCalls.change, {
    errors: 'own',
    onSuccess: signOutAfterChange,
  })

  const submit = (passwords: { password: string; confirmpassword: string }) => {
    const { username, smscode } = code.verified!
    change.mutate(
      { username, mobile: phone!, code: smscode, ...passwords },
      {
        onError: (error) => {
          notify({ kind: 'warning', title: '系统提示', text: error.message, requestId: error.requestId })
          if (!error.code.startsWith('code_')) return
          code.forget()
          setStep(0)
        },
      },
    )
  }

  return (
    <Dialog
      title="修改密码"
      className={css.passwordDialog}
      cross
      typed
      onClose={code.captcha ? undefined : onClose}
    >
      {phone === null ? (
        <>
          <p className="t2">您的账号未绑定手机号，无法接收验证码。请联系管理员为您绑定手机号，或重置密码。</p>
          <div className="buttons">
            <Button kind="pri" onClick={onClose}>
              知道了
            </Button>
          </div>
        </>
      ) : (
        <>
          <ol className={`s13 ${css.passwordSteps}`} aria-label="步骤">
            {STEPS.map((text, at) => (
              <li
                key={text}
                className={at <= step ? `on ${css.on}` : undefined}
                aria-current={at === step ? 'step' : undefined}
              >
                <span className={css.n}>{at + 1}</span>
                {text}
              </li>
            ))}
          </ol>
          {step === 0 ? (
            <VerifyPhone phone={phone} code={code} onCancel={onClose} />
          ) : (
            <NewPasswordFields
              busy={change.isPending}
              onSubmit={submit}
              aside={<Button onClick={() => setStep(0)}>上一步</Button>}
            />
          )}
        </>
      )}
    </Dialog>
  )
}
