import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import { lookTag } from '../../kit/LookTag.tsx'

const titles = { checked: '已试运行', importing: '导入中', done: '已完成', failed: '失败' } as const

export const StateTag = lookTag(titles, {
  checked: ['undo', CircleDashed],
  importing: ['proc', LoaderCircle],
  done: ['ok', CircleCheck],
  failed: ['err', CircleX],
})
