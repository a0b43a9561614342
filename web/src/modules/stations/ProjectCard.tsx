import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { Building2, CalendarDays } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'

export type Project = Received<typeof stationCalls.psaList>['records'][number]

export const ProjectState = ({ status }: Pick<Project, 'status'>) => (
  <OnOff on={status === '1'} text={status === '1' ? '启用' : '已关闭'} />
)

/** The card of a project, in the phone layout; it links to the project's stations. */
export function ProjectCard({ project, actions }: { project: Project; actions: readonly RowAction[] }) {
  const { id, name, depName, stationCount, status, createTime } = project
  return (
    <article className="touch row-card linked">
      <a href={paths.stations.href({ psId: `p${id}` })}>
        <span className="line">
          <ProjectState status={status} />
          <span className="t3">·</span>
          {formatNumber(stationCount)} 座电站
        </span>
        <b>{name}</b>
        <span className="facts">
          <span>
            <Building2 className="i" aria-label="归属部门" />
            {depName}
          </span>
          <span>
            <CalendarDays className="i" aria-label="创建时间" />
            {createTime.slice(0, 10)}
          </span>
        </span>
      </a>
      <ActionMenu actions={actions} label={`${name}的操作`} />
    </article>
  )
}
