import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { ShieldCheck } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { OnOff } from '../../../kit/OnOff.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useCall } from '../../../lib/queries.ts'
import { EnableDialog } from './EnableDialog.tsx'
import { ManageDialog } from './ManageDialog.tsx'
import css from './second-factor.module.css'

/** Whether the user's sign-in requires a code of an authenticator app, and the button to change it. */
export function SecondFactor() {
  const status = useCall(secondFactorCalls.status, {})
  const { show, shown } = useOverlays({
    enable: (overlay) => <EnableDialog {...overlay} />,
    manage: (overlay) => status.data && <ManageDialog {...overlay} status={status.data} />,
  })
  if (!status.data) return null
  const { enabled, recoveryLeft } = status.data
  return (
    <div className={css.secondFactor}>
      <OnOff on={enabled} text={enabled ? '两步验证已开启' : '两步验证未开启'} />
      <p className="t3 s12">
        {enabled
          ? `登录时除密码外还需动态口令，还有 ${recoveryLeft} 个恢复码`
          : '开启后，他人即使知道密码也无法登录'}
      </p>
      <Button icon={ShieldCheck} onClick={() => show(enabled ? 'manage' : 'enable')}>
        {enabled ? '管理两步验证' : '开启两步验证'}
      </Button>
      {shown}
    </div>
  )
}
