import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import { LookTag, type Looks } from '../../kit/LookTag.tsx'
import type { ImportJob } from './import-job.ts'

type State = ImportJob['state']

const titles = { checked: '已试运行', importing: '导入中', done: '已完成', failed: '失败' } as const
const looks: Looks<State> = {
  checked: { group: 'undo', icon: CircleDashed },
  importing: { group: 'proc', icon: LoaderCircle },
  done: { group: 'ok', icon: CircleCheck },
  failed: { group: 'err', icon: CircleX },
}

export const StateTag = ({ state }: { state: State }) => (
  <LookTag state={state} looks={looks} titles={titles} />
)
