import type { GalleryEntry } from '../../gallery/entry.ts'
import { CopyCell, CopyText } from './CopyText.tsx'

export default {
  title: '复制',
  group: '操作',
  states: {
    文字旁: () => (
      <span className="copyable">
        GD20261121000017
        <CopyText text="GD20261121000017" label="复制工单编号" />
      </span>
    ),
    表格单元格: () => (
      <div style={{ width: 160 }}>
        <CopyCell text="GD20261121000017" label="复制工单编号" />
      </div>
    ),
  },
} satisfies GalleryEntry
