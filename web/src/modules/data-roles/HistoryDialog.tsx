import { dataRoleActions, dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import type { DataRole } from './data-role.ts'
import css from './data-roles.module.css'

const MOST = 100

/** Who changed a data role, latest first. */
export function HistoryDialog({ open, onClose, role }: OverlayProps & { role: DataRole }) {
  const history = useCall(dataRoleCalls.history, { dataRoleId: role.id, pageSize: MOST })
  return (
    <Dialog
      open={open}
      title={`${role.name}的修改记录`}
      width={520}
      onClose={onClose}
      buttons={<Button onClick={onClose}>关闭</Button>}
    >
      <Reading read={history} name="修改记录" height={160}>
        {({ records }) => (
          <ol className={css.history}>
            {records.map(({ id, action, actorName, time, edited }) => (
              <li key={id}>
                <b>{dataRoleActions[action]}</b>
                {edited.map(({ title, from, to }) => (
                  <span key={title}>
                    {title}：<span className="t3">{from || '空'}</span> → {to || '空'}
                  </span>
                ))}
                <span className="t3 s12">
                  {actorName ?? '其他部门的人'} · {time}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Reading>
    </Dialog>
  )
}
