import type { GalleryEntry } from '../../gallery/entry.ts'
import { told } from '../../gallery/told.ts'
import { CallError } from '../lib/call.ts'
import { CommandAlert } from './CommandAlert.tsx'

const error = (text: string, code: string) => new CallError(text, 200, code, '8f3c21')

export default {
  title: '提交失败提示',
  group: '操作',
  states: {
    没有成功: () => <CommandAlert error={error('电站名称已存在', 'station.taken')} />,
    '在别处更新，可以刷新': () => (
      <CommandAlert
        error={error('工单已在别处更新，请刷新后重试', 'order.stale')}
        onRefresh={told('已刷新')}
      />
    ),
    刷新之后仍不能做: () => <CommandAlert error={null} refusal="工单已完成，不能再退回" />,
  },
} satisfies GalleryEntry
