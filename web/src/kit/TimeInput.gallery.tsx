import type { GalleryEntry } from '../../gallery/entry.ts'
import { HeldField, Hold } from '../../gallery/Hold.tsx'
import { TimeInput } from './TimeInput.tsx'

export default {
  title: '时间',
  group: '录入',
  states: {
    空: () => (
      <Hold<string | null> start={null}>
        {(value, onChange) => <TimeInput aria-label="计划开始" value={value} onChange={onChange} />}
      </Hold>
    ),
    有值: () => (
      <Hold<string | null> start="2026-11-21 08:30:00">
        {(value, onChange) => <TimeInput aria-label="计划开始" value={value} onChange={onChange} />}
      </Hold>
    ),
    有错: () => (
      <HeldField<string | null> label="计划结束" required error="此项为必填项" start={null}>
        {(input) => <TimeInput {...input} />}
      </HeldField>
    ),
  },
} satisfies GalleryEntry
