import { userCalls } from '@heliodesk/contract/users.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { EMPTY } from '../../kit/format.ts'
import { NoticeDialog } from '../../kit/NoticeDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useCall } from '../../lib/queries.ts'
import type { User } from './user.ts'

type PhoneDialogProps = { user: User; open: boolean; onClose: () => void }

/** A person's number in full; the audit log tells that it was shown. */
export function PhoneDialog({ user: { id, realname }, ...dialog }: PhoneDialogProps) {
  const read = useCall(userCalls.phone, { personId: id }, { enabled: dialog.open, refetchOnMount: 'always' })
  return (
    <NoticeDialog {...dialog} title={`${realname}的手机号`}>
      <Reading read={read} name="手机号" height={24}>
        {({ phone }) =>
          phone ? (
            <p>
              <a href={`tel:${phone}`}>{phone}</a> <CopyText text={phone} label={`复制手机号 ${phone}`} />
            </p>
          ) : (
            EMPTY
          )
        }
      </Reading>
      <p className="t3 s12">这次查看已记入审计日志。</p>
    </NoticeDialog>
  )
}
