import { GripVertical, History, Link, Pencil, Pin, PinOff, Trash2, UserX } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { patchQuery } from '../../kit/url-query.ts'
import { copyText } from '../../lib/clipboard.ts'
import { notify } from '../../lib/notices.ts'
import { fitConditions, patchTo } from './conditions.ts'
import { editRefusal, type SavedView, type ShowView } from './saved-view.ts'
import type { SavedViews } from './use-saved-views.ts'
import css from './saved-views.module.css'

type ViewLineProps = {
  saved: SavedViews
  view: SavedView
  /** Its conditions in words. */
  words: string
  isFresh: boolean
  isDragged: boolean
  onDrag: (view: SavedView | null) => void
  onDragOver: () => void
  onStep: (by: 1 | -1) => void
  onChoose: (view: SavedView) => void
  onShow: ShowView
}

/** One view in the list of views. */
export function ViewLine(props: ViewLineProps) {
  const { saved, view, words, isFresh, isDragged, onDrag, onDragOver, onStep, onChoose, onShow } = props
  const { name, pinned, isMine } = view
  const isChosen = saved.chosen?.id === view.id
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      draggable
      className={[css.line, isDragged && css.dragged, isChosen && css.chosen].filter(Boolean).join(' ')}
      onDragStart={() => onDrag(view)}
      onDragEnter={onDragOver}
      onDragOver={(event) => event.preventDefault()}
      onDragEnd={() => onDrag(null)}
    >
      <button
        type="button"
        className={css.grip}
        aria-label={`移动 ${name}`}
        title="拖动，或按 ↑ ↓ 移动"
        onKeyDown={onKey}
      >
        <GripVertical className="i s" aria-hidden />
      </button>
      <button
        type="button"
        className={css.open}
        aria-current={isChosen || undefined}
        title={`${name}：${words}`}
        onClick={() => onChoose(view)}
      >
        <span className={css.first}>
          <span className="ell">{name}</span>
          {isFresh && <span className="tag pri">新</span>}
          {isMine && view.departmentName && <span className="tag">共享</span>}
        </span>
        <small className="ell t3">{[originOf(view), words].filter(Boolean).join(' · ')}</small>
      </button>
      <IconButton
        icon={pinned ? PinOff : Pin}
        label={pinned ? `不在列表上方显示 ${name}` : `在列表上方显示 ${name}`}
        small
        onClick={() => saved.pin(view)}
      />
      <ActionMenu actions={actionsOf(saved, view, onShow)} label={`视图“${name}”的操作`} small />
    </li>
  )
}

/** Whose it is, or whom it is shared with. */
function originOf({ isMine, ownerName, isOwnerActive, departmentName }: SavedView): string {
  if (isMine) return departmentName ? `共享给${departmentName}` : ''
  return `${ownerName}${isOwnerActive ? '' : '（已停用）'}共享给${departmentName}`
}

function actionsOf(saved: SavedViews, view: SavedView, onShow: ShowView): RowAction[] {
  const { isMine, mayUnshare } = view
  return [
    ...(isMine
      ? [
          {
            key: 'edit',
            title: '重命名与共享…',
            icon: Pencil,
            refusal: editRefusal(view),
            run: () => onShow('edit', view),
          },
        ]
      : []),
    { key: 'link', title: '复制链接', icon: Link, run: () => void copyLink(saved, view) },
    { key: 'history', title: '修改记录', icon: History, run: () => onShow('history', view) },
    ...(mayUnshare
      ? [{ key: 'unshare', title: '取消共享…', icon: UserX, run: () => onShow('unshare', view) }]
      : []),
    ...(isMine
      ? [{ key: 'remove', title: '删除…', icon: Trash2, danger: true, run: () => onShow('remove', view) }]
      : []),
  ]
}

/** The link has the conditions themselves, for people who do not have the view. */
async function copyLink({ base, list }: SavedViews, view: SavedView): Promise<void> {
  const patch = { ...patchTo(list, fitConditions(list, view.query).query), saved: view.id }
  const link = new URL(`${base}?${patchQuery(new URLSearchParams(), patch).toString()}`, location.href)
  if (await copyText(link.href)) notify({ kind: 'success', title: '链接已复制', text: view.name })
  else notify({ kind: 'warning', title: '复制失败', text: '请先打开视图，再复制地址栏中的地址' })
}
