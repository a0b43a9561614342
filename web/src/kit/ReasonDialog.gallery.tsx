import type { ComponentProps } from 'react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Opened } from '../../gallery/Hold.tsx'
import { CallError } from '../lib/call.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const stale = new CallError('工单已在别处更新，请刷新后重试', 200, 'order.stale', '8f3c21')

type AskedProps = Pick<ComponentProps<typeof ReasonDialog>, 'type' | 'text'> & { error?: CallError | null }

const Asked = ({ error = null, ...question }: AskedProps) => (
  <Opened>
    {(open, onClose) => (
      <ReasonDialog
        {...question}
        open={open}
        saving={{ error, busy: false, done: false }}
        onRefresh={onClose}
        onConfirm={onClose}
        onClose={onClose}
      />
    )}
  </Opened>
)

export default {
  title: '退回、作废原因',
  group: '操作',
  states: {
    退回意见: () => <Asked type="1" />,
    作废原因: () => <Asked type="2" text="作废后不能恢复，相关人员会收到消息。" />,
    服务器拒绝: () => <Asked type="1" error={stale} />,
  },
} satisfies GalleryEntry
