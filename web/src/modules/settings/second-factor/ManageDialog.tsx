import type { Received } from '@heliodesk/contract/call.ts'
import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { useState } from 'react'
import { Segments } from '../../../kit/Segments.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { CodeField } from './CodeField.tsx'
import { FactorDialog } from './FactorDialog.tsx'
import css from './second-factor.module.css'

const TASKS = { renew: '更换恢复码', disable: '关闭两步验证' } as const

type Task = keyof typeof TASKS

type ManageDialogProps = {
  open: boolean
  onClose: () => void
  status: Received<typeof secondFactorCalls.status>
}

/** Renews the recovery codes or disables the second factor; both require a code. */
export function ManageDialog({ open, onClose, status }: ManageDialogProps) {
  const [task, setTask] = useState<Task>('renew')
  const [codes, setCodes] = useState<string[] | null>(null)
  const renewing = useSaving(secondFactorCalls.renewRecoveryCodes, {
    onSaved: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  const disabling = useSaving(secondFactorCalls.disable, {
    said: () => ['两步验证已关闭'],
    onClose,
  })
  const saving = task === 'renew' ? renewing : disabling
  return (
    <FactorDialog open={open} title="管理两步验证" codes={codes} onClose={onClose}>
      <p className="t2">
        {status.since} 开启，还有 {status.recoveryLeft} 个恢复码。
      </p>
      <Segments
        label="要做什么"
        choices={TASKS}
        value={task}
        onChange={(next) => {
          renewing.reset()
          disabling.reset()
          setTask(next)
        }}
      />
      <CodeField
        key={task}
        verb={task === 'renew' ? '更换' : '关闭两步验证'}
        danger={task === 'disable'}
        orRecovery
        busy={saving.busy}
        error={saving.error}
        onSubmit={(code) => saving.send({ code })}
        onClose={onClose}
      >
        <p className={`t2 ${css.follows}`}>
          {task === 'renew'
            ? '更换后原有恢复码全部失效。'
            : '关闭后凭密码或手机验证码即可登录，密钥和恢复码随即删除。'}
        </p>
      </CodeField>
    </FactorDialog>
  )
}
