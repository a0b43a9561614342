import type { DataColumn } from '@heliodesk/contract/data-columns.ts'
import { useSession } from './session.ts'

/** Whether the user's data roles hide or mask a column: a form sends its field empty, and the server keeps it. */
export const isHidden = (column: DataColumn): boolean =>
  useSession.getState().user?.hiddenColumns?.includes(column) ?? false

/** What a field of a hidden column says and does. */
export const hiddenField = (column: DataColumn): { disabled?: true; hint?: string; placeholder?: string } =>
  isHidden(column)
    ? { disabled: true, hint: '您的数据角色不显示此项，保存后保持不变', placeholder: '--' }
    : {}
