import type { ReactNode } from 'react'

/** Where a widget stands in the gallery's list. */
export const groups = ['操作', '录入', '选择', '表格', '文件', '展示'] as const

/** What `<Widget>.gallery.tsx` exports by default: a widget and every state that it can be in. */
export type GalleryEntry = {
  title: string
  group: (typeof groups)[number]
  /** By name; each is drawn in a frame of its own and may use hooks. */
  states: Record<string, () => ReactNode>
}
