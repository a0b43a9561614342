import { paths } from '@heliodesk/contract/paths.ts'
import { useNavigate } from 'react-router'
import { Segments } from '../../../kit/Segments.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'

const views = { definitions: '流程定义', instances: '流程实例' } as const

/** Goes between the processes and their running instances. */
export function ProcessViews() {
  const { query } = useUrlQuery()
  const navigate = useNavigate()
  const view = query.get('view') === 'instances' ? 'instances' : 'definitions'
  return (
    <Segments
      label="查看"
      choices={views}
      value={view}
      onChange={(next) =>
        void navigate(paths.processes.to(next === 'instances' ? { view: 'instances' } : {}))
      }
    />
  )
}
