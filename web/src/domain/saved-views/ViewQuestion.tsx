import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { SavedView } from './saved-view.ts'
import { useDescribe } from './use-describe.ts'
import type { SavedViews } from './use-saved-views.ts'

type ViewQuestionProps = OverlayProps & {
  kind: 'update' | 'unshare' | 'remove'
  saved: SavedViews
  view: SavedView
}

/** Asks before a view changes for others, or disappears. */
export function ViewQuestion({ kind, saved, view, ...overlay }: ViewQuestionProps) {
  const { id, version, name, query, departmentId, departmentName, isMine, ownerName } = view
  const describe = useDescribe(saved.list)
  const users = `“${departmentName}”及其下级的人`
  if (kind === 'update')
    return (
      <SendDialog
        {...overlay}
        call={savedViewCalls.edit}
        input={{ id, version, name, departmentId, query: saved.conditions }}
        title={`更新共享视图“${name}”？`}
        text={`${users}之后看到的条件是：${describe(saved.conditions)}`}
        verb="更新"
        said={() => ['视图已更新', name]}
      />
    )
  if (kind === 'remove')
    return (
      <RemoveDialog
        {...overlay}
        call={savedViewCalls.remove}
        input={{ id, version }}
        title={`删除视图“${name}”？`}
        text={
          departmentName
            ? `${users}也不再有这个视图。删除后不可恢复。`
            : '删除后不可恢复，列表里的数据不受影响。'
        }
        done={['视图已删除', name]}
      />
    )
  const question = {
    ...overlay,
    title: `取消共享视图“${name}”？`,
    text: `${users}不再有这个视图，${isMine ? '您' : ownerName}仍可自己使用。`,
    verb: '取消共享',
    said: () => ['视图已取消共享', name] as const,
  }
  // The owner needs no right to take back an own view.
  return isMine ? (
    <SendDialog
      {...question}
      call={savedViewCalls.edit}
      input={{ id, version, name, query, departmentId: null }}
    />
  ) : (
    <SendDialog {...question} call={savedViewCalls.unshare} input={{ id, version }} />
  )
}
