import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold, Opened } from '../../gallery/Hold.tsx'
import { AbandonedData } from './AbandonedData.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CountedTextarea } from './CountedTextarea.tsx'
import { Field } from './Field.tsx'

export default {
  title: '确认弹窗',
  group: '操作',
  states: {
    普通: () => (
      <Opened>
        {(open, onClose) => (
          <ConfirmDialog
            open={open}
            title="数据尚未保存，是否确定关闭?"
            verb="确定"
            onConfirm={onClose}
            onCancel={onClose}
          />
        )}
      </Opened>
    ),
    '危险，先说后果': () => (
      <Opened>
        {(open, onClose) => (
          <ConfirmDialog
            open={open}
            danger
            title="终止 3 张工单？"
            text="终止后不能恢复，执行人会收到消息。"
            verb="终止 3 张"
            onConfirm={onClose}
            onCancel={onClose}
          />
        )}
      </Opened>
    ),
    '带输入，暂不能确定': () => (
      <Opened>
        {(open, onClose) => (
          <Hold start="">
            {(note, onNote) => (
              <ConfirmDialog
                open={open}
                title="退场这座电站？"
                text="它的计划不再生成工单，历史数据保留可查。"
                verb="退场"
                refusal={note.trim() ? null : '请先写明原因'}
                onConfirm={onClose}
                onCancel={onClose}
              >
                <Field label="原因" required>
                  {(control) => <CountedTextarea {...control} value={note} onChange={onNote} />}
                </Field>
              </ConfirmDialog>
            )}
          </Hold>
        )}
      </Opened>
    ),
    正在进行: () => (
      <Opened>
        {(open, onClose) => (
          <ConfirmDialog
            open={open}
            busy
            title="删除字典项？"
            verb="删除"
            danger
            onConfirm={onClose}
            onCancel={onClose}
          />
        )}
      </Opened>
    ),
    数据已不存在: () => <Opened>{(open, onClose) => <AbandonedData open={open} onClose={onClose} />}</Opened>,
  },
} satisfies GalleryEntry
