import { TriangleAlert, UserRound, Workflow } from 'lucide-react'
import { formatMinute } from '../../../kit/format.ts'
import type { RowAction } from '../../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../../kit/page-table/RowCard.tsx'
import { stateOf, StateTag, versionName, type Running } from './instance-list.tsx'

type InstanceCardProps = {
  row: Running
  href: string
  actions: readonly RowAction[]
  onOpen: () => void
}

/** The card of a running instance, in the phone layout. */
export function InstanceCard({ row, href, actions, onOpen }: InstanceCardProps) {
  const { title, problems, step, processName, version, starter, startTime } = row
  return (
    <RowCard
      href={href}
      onOpen={onOpen}
      state={<StateTag state={stateOf(row)} />}
      beside={versionName({ name: processName, version })}
      name={title}
      facts={[
        [TriangleAlert, '原因', problems.join('；')],
        [Workflow, '当前环节', step],
        [UserRound, '发起人', `${starter} · ${formatMinute(startTime)}`],
      ]}
      actions={actions}
    />
  )
}
