import type { ReactNode } from 'react'

/** The groups of the gallery's list. */
export const groups = ['操作', '录入', '选择', '表格', '文件', '展示'] as const

/** The default export of `<Widget>.gallery.tsx`: a widget and all its states. */
export type GalleryEntry = {
  title: string
  group: (typeof groups)[number]
  /** States by name; each is rendered in its own frame and may use hooks. */
  states: Record<string, () => ReactNode>
}
