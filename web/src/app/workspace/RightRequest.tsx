import { insightCalls } from '@heliodesk/contract/insight.ts'
import { titleOfPermission, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { KeyRound } from 'lucide-react'
import { CopyText } from '../../kit/CopyText.tsx'
import { NoticeDialog } from '../../kit/NoticeDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { askWhoGrants } from '../../lib/missing-right.ts'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import css from './right-request.module.css'

/** Who could grant a right that the person lacks, with a request to copy. */
export function RightRequest({ perm }: { perm: string }) {
  const read = useCall(insightCalls.granters, { perm: perm as PermissionCode })
  const user = useSession((state) => state.user)
  const title = titleOfPermission(perm)
  const request = `您好，我是${user?.departName ?? ''}的${user?.realname ?? ''}（${user?.username ?? ''}），办理业务时需要“${title}”权限（${perm}），请协助授予。`
  return (
    <NoticeDialog title={`谁能授予“${title}”`} icon={KeyRound} open onClose={() => askWhoGrants(null)}>
      <Reading read={read} name="能授予的人" height={80}>
        {({ granters }) =>
          granters.length > 0 ? (
            <ul className={css.granters} aria-label="能授予的人">
              {granters.map(({ id, realname, depName }) => (
                <li key={id}>
                  <b>{realname}</b>
                  <span className="t2">{depName}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p>公司里没有人既能授权、又有此权限，请联系系统管理员。</p>
          )
        }
      </Reading>
      <p className={css.request}>
        <span>{request}</span>
        <CopyText text={request} label="复制申请" />
      </p>
    </NoticeDialog>
  )
}
