import { paths } from '@heliodesk/contract/paths.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useCommand } from '../../lib/queries.ts'
import { reloadAt } from '../../lib/reload.ts'
import { forgetSession } from '../../lib/session.ts'

/** Asks, ends the session on the server, and only then clears it here (spec 1 §8). */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const logout = useCommand(sessionCalls.logout, {
    errors: 'own',
    onSuccess: () => {
      forgetSession()
      reloadAt(paths.login.href())
    },
  })
  return (
    <ConfirmDialog
      open
      title="退出登录"
      text="确定要退出当前账号吗？"
      verb="退出登录"
      busy={logout.isPending}
      onConfirm={() => logout.mutate({})}
      onCancel={onClose}
    >
      <CommandAlert error={logout.error} />
    </ConfirmDialog>
  )
}
