import { useRef, useState } from 'react'
import { FourEyesReason } from '../../domain/grant-reviews/FourEyesReason.tsx'
import { reasonRefusal, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Impact, useImpact } from './Impact.tsx'
import type { Role } from './role.ts'
import type { RoleGrants } from './use-role-grants.ts'
import impactCss from './impact.module.css'
import rolesCss from './roles.module.css'

/** The changes in words, the people they affect, and the buttons to save or discard. */
export function Weighing({ role, grants }: { role: Role; grants: RoleGrants }) {
  const { tree, held, changes, saving: command } = grants
  const impact = useImpact(role)
  const panel = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState(false)
  const waits = useFourEyes()
  const [reason, setReason] = useState('')
  const added = changes.filter(({ kind }) => kind === 'added').length
  const removed = changes.length - added
  const nothing = changes.length === 0 ? '没有未保存的改动' : null
  const close = () => {
    setAsking(false)
    setReason('')
    command.reset()
  }
  // Where there is no room for the panel, a dialog shows the same; it also asks for the reason.
  const press = () => (panel.current?.offsetParent && !waits ? grants.save(() => undefined) : setAsking(true))
  return (
    <>
      <aside className={`${impactCss.impactPanel} ${rolesCss.impactPanel}`} ref={panel}>
        <Impact {...{ role, tree, held, changes, impact }} />
      </aside>
      <footer>
        {!asking && <CommandAlert error={command.error} />}
        <div className={`touch-row foot ${rolesCss.foot}`}>
          <span className={`grow ${rolesCss.summary}`} role="status">
            {nothing ?? (
              <>
                未保存 <b>{changes.length}</b> 项：
                {added > 0 && <span className="ok">新增 {added}</span>}
                {added > 0 && removed > 0 && '，'}
                {removed > 0 && <span className="err">收回 {removed}</span>}
                <span className={`t3 s12 ${rolesCss.later}`}>
                  {waits
                    ? '提交后须第二人复核'
                    : `保存后 ${formatNumber(role.userCount)} 名用户下次请求即生效`}
                </span>
              </>
            )}
          </span>
          <Button refusal={nothing} onClick={grants.reset}>
            还原
          </Button>
          <Button kind="pri" refusal={nothing} busy={command.isPending && !asking} onClick={press}>
            保存
          </Button>
        </div>
      </footer>
      <ConfirmDialog
        open={asking}
        wide={waits}
        title={`${waits ? '提交' : '保存'}“${role.roleName}”的权限${waits ? '变更' : ''}？`}
        verb={waits ? '提交复核' : '保存'}
        refusal={waits ? reasonRefusal(reason) : null}
        busy={command.isPending}
        onConfirm={() => grants.save(close, waits ? reason : undefined)}
        onCancel={close}
      >
        <div className={`${impactCss.impactPanel} ${rolesCss.impactPanel} ${impactCss.asked}`}>
          <Impact {...{ role, tree, held, changes, impact }} />
        </div>
        {waits && <FourEyesReason value={reason} onChange={setReason} />}
        <CommandAlert error={command.error} />
      </ConfirmDialog>
    </>
  )
}
