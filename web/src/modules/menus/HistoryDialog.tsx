import { menuActions, menuCalls } from '@heliodesk/contract/menus.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './menus.module.css'

const MOST = 100

/** Who changed the menu, latest first. */
export function HistoryDialog({ open, onClose }: OverlayProps) {
  const history = useCall(menuCalls.history, { pageSize: MOST })
  return (
    <Dialog
      open={open}
      title="菜单的修改记录"
      width={560}
      onClose={onClose}
      buttons={<Button onClick={onClose}>关闭</Button>}
    >
      <Reading read={history} name="修改记录" height={160}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title="还没有修改记录" text="每次保存都会记下谁改了什么，不能删除" />
          ) : (
            <ol className={css.history}>
              {records.map(({ id, action, name, edited, actorName, time }) => (
                <li key={id}>
                  <span>
                    <b>{menuActions[action]}</b> {name}
                  </span>
                  {edited.map(({ title, from, to }) => (
                    <span key={title} className="t2">
                      {title}：{from || '（空）'} → {to || '（空）'}
                    </span>
                  ))}
                  <span className="t3 s12">
                    {actorName ?? '其他部门的人员'} · {time}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Reading>
    </Dialog>
  )
}
