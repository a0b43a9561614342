import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ImportJob } from './import-job.ts'

const states: Record<ImportJob['state'], { title: string; group: string; icon: LucideIcon }> = {
  checked: { title: '已试运行', group: 'undo', icon: CircleDashed },
  importing: { title: '导入中', group: 'proc', icon: LoaderCircle },
  done: { title: '已完成', group: 'ok', icon: CircleCheck },
  failed: { title: '失败', group: 'err', icon: CircleX },
}

export function StateTag({ state }: { state: ImportJob['state'] }) {
  const { title, group, icon: Icon } = states[state]
  return (
    <span className={`tag ${group}`}>
      <Icon className="i s" aria-hidden />
      {title}
    </span>
  )
}
