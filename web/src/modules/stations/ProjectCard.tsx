import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { Building2, CalendarDays } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'

export type Project = Received<typeof stationCalls.psaList>['records'][number]

export const ProjectState = ({ status }: Pick<Project, 'status'>) => (
  <OnOff on={status === '1'} text={status === '1' ? '启用' : '已关闭'} />
)

/** The card of a project, in the phone layout; it links to the project's stations. */
export const ProjectCard = ({ project, actions }: { project: Project; actions: readonly RowAction[] }) => (
  <RowCard
    href={paths.stations.href({ psId: `p${project.id}` })}
    state={<ProjectState status={project.status} />}
    beside={`${formatNumber(project.stationCount)} 座电站`}
    name={project.name}
    facts={[
      [Building2, '归属部门', project.depName],
      [CalendarDays, '创建时间', project.createTime.slice(0, 10)],
    ]}
    actions={actions}
  />
)
