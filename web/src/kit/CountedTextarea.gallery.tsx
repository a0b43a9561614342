import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { CountedTextarea } from './CountedTextarea.tsx'
import { Field } from './Field.tsx'

const text = '3 号逆变器直流侧绝缘阻抗低，停机检查后更换 MC4 接头，恢复并网。'

export default {
  title: '多行文本与计数',
  group: '录入',
  states: {
    '空，固定两行': () => (
      <Hold start="">
        {(value, onChange) => (
          <CountedTextarea aria-label="备注" placeholder="请输入" value={value} onChange={onChange} />
        )}
      </Hold>
    ),
    '有内容，离开时去掉首尾空格': () => (
      <Hold start={`  ${text}  `}>
        {(value, onChange) => <CountedTextarea aria-label="备注" value={value} onChange={onChange} />}
      </Hold>
    ),
    '超过上限，计数变红': () => (
      <Hold start={text}>
        {(value, onChange) => (
          <Field label="备注" error="最多允许输入20个字符">
            {(control) => <CountedTextarea {...control} value={value} onChange={onChange} max={20} />}
          </Field>
        )}
      </Hold>
    ),
    '随内容长高，4 至 6 行': () => (
      <Hold start={`${text}\n${text}`}>
        {(value, onChange) => (
          <CountedTextarea aria-label="处理说明" value={value} onChange={onChange} rows={4} mostRows={6} />
        )}
      </Hold>
    ),
  },
} satisfies GalleryEntry
