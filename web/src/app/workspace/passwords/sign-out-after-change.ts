import { paths } from '@heliodesk/contract/paths.ts'
import { notifyAfterReload } from '../../../lib/notices.ts'
import { reloadAt } from '../../../lib/reload.ts'
import { forgetSession } from '../../../lib/session.ts'

/** The server has ended every session of this user; the login shows the reason (spec 1 §4). */
export function signOutAfterChange(): void {
  forgetSession()
  notifyAfterReload({ kind: 'success', title: '密码修改成功', text: '请使用新密码重新登录' })
  reloadAt(paths.login.href())
}
