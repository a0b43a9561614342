import type { Received } from '@heliodesk/contract/call.ts'
import type { savedViewCalls } from '@heliodesk/contract/saved-views.ts'

export type SavedView = Received<typeof savedViewCalls.detail>

/** Why its owner cannot change a view; null if they can. */
export const editRefusal = ({ isMine, mayEdit, departmentName }: SavedView): string | null => {
  if (mayEdit) return null
  return isMine ? `已不能共享给“${departmentName}”，请先取消共享` : '只有保存视图的人可以修改'
}

/** Opens what asks about one view. */
export type ShowView = (kind: 'edit' | 'unshare' | 'remove' | 'history', view: SavedView) => void
