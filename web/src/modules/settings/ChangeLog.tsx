import type { Call, Received } from '@heliodesk/contract/call.ts'
import type { settingCalls } from '@heliodesk/contract/settings.ts'
import { Drawer } from 'antd'
import { overlayLayer } from '../../kit/overlay-layer.ts'
import { ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import css from './settings.module.css'

const PAGE = 20
const MOST = 500

export type ChangesCall = (typeof settingCalls)['systemChanges' | 'businessChanges'] & Call<'query'>

type Change = Received<ChangesCall>['pageList'][number]

/** The changes of the settings with their authors, newest first. */
export function ChangeLog({ call }: { call: ChangesCall }) {
  const [size, setSize] = useState(PAGE)
  const { data, error, refetch } = useCall(call, { size })
  if (!data)
    return error ? <ErrorCard title="修改记录没有取到" error={error} onRetry={() => void refetch()} /> : null
  if (data.pageList.length === 0)
    return <Empty title="还没有修改记录" text="每次保存都会记下谁改了什么，不能删除" />
  const more = (data.rowCount ?? 0) > data.pageList.length && size < MOST
  return (
    <>
      <ol className={css.changeLog}>
        {data.pageList.map((change) => (
          <Entry key={change.id} change={change} />
        ))}
      </ol>
      {more && (
        <Button kind="txt" repeatMs={0} onClick={() => setSize(Math.min(size + PAGE, MOST))}>
          显示更早的记录
        </Button>
      )}
    </>
  )
}

function Entry({ change: { time, actorName, title, before, after } }: { change: Change }) {
  return (
    <li className="s13">
      <b>{title}</b>
      <p className={css.values}>
        <span className="t3">{before}</span>
        <ArrowRight className="i s t3" aria-label="改为" />
        <span>{after}</span>
      </p>
      <p className="t3 s12">
        {actorName} · {time}
      </p>
    </li>
  )
}

type ChangeLogDrawerProps = { open: boolean; call: ChangesCall; title: string; onClose: () => void }

/** The same as a drawer, where there is no room beside the settings. */
export function ChangeLogDrawer({ open, call, title, onClose }: ChangeLogDrawerProps) {
  const phone = usePhone()
  return (
    <Drawer
      getContainer={overlayLayer}
      open={open}
      size={phone ? '100%' : 420}
      title={title}
      closable={false}
      extra={<IconButton icon={X} label="关闭" onClick={onClose} />}
      destroyOnHidden
      onClose={onClose}
    >
      <ChangeLog call={call} />
    </Drawer>
  )
}
