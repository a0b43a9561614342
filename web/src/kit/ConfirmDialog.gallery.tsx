import type { ComponentProps } from 'react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold, Opened } from '../../gallery/Hold.tsx'
import { AbandonedData } from './AbandonedData.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CountedTextarea } from './CountedTextarea.tsx'
import { Field } from './Field.tsx'

type AskedProps = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onConfirm' | 'onCancel'>

const Asked = (question: AskedProps) => (
  <Opened>
    {(open, onClose) => <ConfirmDialog {...question} open={open} onConfirm={onClose} onCancel={onClose} />}
  </Opened>
)

export default {
  title: '确认弹窗',
  group: '操作',
  states: {
    普通: () => <Asked title="数据尚未保存，是否确定关闭?" verb="确定" />,
    '危险，先说后果': () => (
      <Asked danger title="终止 3 张工单？" text="终止后不能恢复，执行人会收到消息。" verb="终止 3 张" />
    ),
    '带输入，暂不能确定': () => (
      <Hold start="">
        {(note, onNote) => (
          <Asked
            title="退场这座电站？"
            text="它的计划不再生成工单，历史数据保留可查。"
            verb="退场"
            refusal={note.trim() ? null : '请先写明原因'}
          >
            <Field label="原因" required>
              {(control) => <CountedTextarea {...control} value={note} onChange={onNote} />}
            </Field>
          </Asked>
        )}
      </Hold>
    ),
    正在进行: () => <Asked busy title="删除字典项？" verb="删除" danger />,
    数据已不存在: () => <Opened>{(open, onClose) => <AbandonedData open={open} onClose={onClose} />}</Opened>,
  },
} satisfies GalleryEntry
