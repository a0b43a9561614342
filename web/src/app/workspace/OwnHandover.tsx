import { handoverCalls, workGroups } from '@heliodesk/contract/handovers.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { CalendarClock } from 'lucide-react'
import { useCall } from '../../lib/queries.ts'
import './demo-warning.css'

/** The planned hand-over of the user's own work. */
export function OwnHandover() {
  const { data } = useCall(handoverCalls.own, {})
  if (!data) return null
  const { lastDay, successorNames, groupList } = data
  const open = groupList.map(({ group, count }) => `${workGroups[group].title} ${count}`).join('、')
  return (
    <aside className="demo-warning leaving" aria-label="离职交接">
      <CalendarClock className="i" aria-hidden />
      <span>
        您的工作将于 {lastDay} 交接给{successorNames.join('、') || '其他人员'}。
        {open === '' ? '没有未完成的工作。' : `未完成：${open}。`}
        {open !== '' && <a href={paths.workPortal.href()}>查看我的工作</a>}
      </span>
    </aside>
  )
}
