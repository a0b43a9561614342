import type { GalleryEntry } from '../../gallery/entry.ts'
import { Opened } from '../../gallery/Hold.tsx'
import { CallError } from '../lib/call.ts'
import { CommandAlert } from './CommandAlert.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

const stale = new CallError('工单已被他人更新，请刷新后重试', 200, 'order.stale', '8f3c21')

export default {
  title: '退回、作废原因',
  group: '操作',
  states: {
    退回意见: () => (
      <Opened>
        {(open, onClose) => <ReasonDialog open={open} type="1" onConfirm={onClose} onCancel={onClose} />}
      </Opened>
    ),
    作废原因: () => (
      <Opened>
        {(open, onClose) => (
          <ReasonDialog
            open={open}
            type="2"
            text="作废后不能恢复，相关人员会收到消息。"
            onConfirm={onClose}
            onCancel={onClose}
          />
        )}
      </Opened>
    ),
    服务器拒绝: () => (
      <Opened>
        {(open, onClose) => (
          <ReasonDialog
            open={open}
            type="1"
            alert={<CommandAlert error={stale} onRefresh={onClose} />}
            onConfirm={onClose}
            onCancel={onClose}
          />
        )}
      </Opened>
    ),
  },
} satisfies GalleryEntry
