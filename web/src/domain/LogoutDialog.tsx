import { paths } from '@heliodesk/contract/paths.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { CommandAlert } from '../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { useCommand } from '../lib/queries.ts'
import { reloadAt } from '../lib/reload.ts'
import { forgetSession } from '../lib/session.ts'
import { useUnsavedEntries } from '../lib/unsaved.ts'
import { useField } from './field/field-store.ts'

function leave(): void {
  forgetSession()
  reloadAt(paths.login.href())
}

/**
 * Asks, ends the session on the server, and only then clears it here (spec 1 §8). Without a line it can be cleared here
 * alone, so that a phone can be handed on; nobody has its token then.
 */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const logout = useCommand(sessionCalls.logout, {
    errors: 'own',
    onSuccess: leave,
  })
  const isOffline = logout.error?.isOffline ?? false
  const unsaved = useUnsavedEntries(({ entries }) => entries.size)
  const waiting = useField(({ book }) => book.rows.size + book.photos.size)
  return (
    <ConfirmDialog
      open
      title="退出登录"
      text={[
        unsaved > 0 ? `有 ${unsaved} 处填写还没有保存，退出后会丢失。` : '',
        waiting > 0 ? `本机有 ${waiting} 条现场记录还没有送达，退出后加密保留，您下次在本机登录时发送。` : '',
        '确定要退出当前账号吗？',
      ].join('')}
      verb={isOffline ? '仅退出本机' : '退出登录'}
      busy={logout.isPending}
      onConfirm={() => (isOffline ? leave() : logout.mutate({}))}
      onCancel={onClose}
    >
      <CommandAlert error={logout.error} />
    </ConfirmDialog>
  )
}
