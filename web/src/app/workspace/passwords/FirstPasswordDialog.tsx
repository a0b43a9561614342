import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'
import { LogoutDialog } from '../../../domain/LogoutDialog.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { signOutAfterChange } from './sign-out-after-change.ts'
import css from './passwords.module.css'

/**
 * Replaces the initial password, which another person set; the dialog closes only with a new password or by signing out
 * (spec 1 §2.8).
 */
export function FirstPasswordDialog({ username }: { username: string }) {
  const [leaving, setLeaving] = useState(false)
  const change = useCommand(passwordCalls.firstChange, {
    errors: 'own',
    onSuccess: signOutAfterChange,
  })
  return (
    <>
      <Dialog title="修改密码" className={css.passwordDialog}>
        <p className="t2">首次登录须修改初始密码，修改后请使用新密码重新登录。</p>
        <NewPasswordFields
          wording="forced"
          busy={change.isPending}
          onSubmit={(passwords) =>
            change.mutate(
              { username, ...passwords },
              {
                onError: (error) =>
                  notify({
                    kind: 'warning',
                    title: '系统提示',
                    text: error.message,
                    requestId: error.requestId,
                  }),
              },
            )
          }
          aside={<Button onClick={() => setLeaving(true)}>退出登录</Button>}
        />
      </Dialog>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </>
  )
}
