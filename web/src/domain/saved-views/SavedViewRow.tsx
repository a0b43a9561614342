import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { Bookmark, ChevronDown, Plus, RotateCcw, Save } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Chip } from '../../kit/Chip.tsx'
import { formatNumber } from '../../kit/format.ts'
import { lazily } from '../../kit/lazily.tsx'
import { PopMenu, spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { SideScroll } from '../../kit/SideScroll.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { editRefusal, type SavedView, type ShowView } from './saved-view.ts'
import type { SavedViews } from './use-saved-views.ts'
import { useViewCounts } from './use-view-counts.ts'
import css from './saved-views.module.css'

const ViewsPopover = lazily(
  async () => (await import('./ViewsPopover.tsx')).ViewsPopover,
  ({ children }) => children,
)
const ViewForm = lazily(async () => (await import('./ViewForm.tsx')).ViewForm)
const ViewQuestion = lazily(async () => (await import('./ViewQuestion.tsx')).ViewQuestion)
const ViewHistory = lazily(async () => (await import('./ViewHistory.tsx')).ViewHistory)

type SavedViewRowProps = {
  saved: SavedViews
  /** The rows of the list are there: the counts may be read. */
  ready: boolean
  /** The chip to keep in sight, as of SideScroll, unless a view is chosen. */
  chosen?: string
  className?: string
  /** The chips that the list has anyway. */
  children: ReactNode
}

/** The chips above a list: its own, the person's views, and what saves and keeps views. */
export function SavedViewRow({ saved, ready, chosen, className, children }: SavedViewRowProps) {
  const { list, views, isWorthSaving, isChanged } = saved
  const phone = usePhone()
  const { show, shown } = useOverlays({
    add: (overlay) => <ViewForm {...overlay} saved={saved} />,
    edit: (overlay, { id }: SavedView) => <ViewForm {...overlay} saved={saved} asked={{ id }} />,
    update: (overlay, view: SavedView) => (
      <ViewQuestion {...overlay} kind="update" saved={saved} view={view} />
    ),
    unshare: (overlay, view: SavedView) => (
      <ViewQuestion {...overlay} kind="unshare" saved={saved} view={view} />
    ),
    remove: (overlay, view: SavedView) => (
      <ViewQuestion {...overlay} kind="remove" saved={saved} view={view} />
    ),
    history: (overlay, view: SavedView) => <ViewHistory {...overlay} view={view} />,
  })
  const pinned = views.filter((view) => view.pinned || view.id === saved.chosen?.id)
  const counts = useViewCounts(list, pinned, ready)
  const add = isWorthSaving && (saved.chosen === null || isChanged) ? () => show('add') : null
  return (
    <div className={css.row}>
      <div className={css.scroll}>
        <SideScroll
          chosen={saved.chosen ? `saved ${saved.chosen.id}` : chosen}
          className={className}
          role="group"
          aria-label="视图"
        >
          {children}
          {/* One element from the beginning, whose growth the row notices. */}
          <span className={css.chips}>
            {pinned.length > 0 && <i className={css.rule} aria-hidden />}
            {pinned.map((view) => (
              <ViewChip
                key={view.id}
                saved={saved}
                view={view}
                count={counts.get(view.id)}
                onUpdate={() => show('update', view)}
                onAdd={() => show('add')}
              />
            ))}
          </span>
        </SideScroll>
      </div>
      <span className={css.tools}>
        {add && !phone && (
          <Button size="sm" kind="txt" icon={Plus} onClick={add}>
            保存视图
          </Button>
        )}
        <ViewsButton saved={saved} onAdd={add} onShow={(kind, view) => show(kind, view)} />
      </span>
      {shown}
    </div>
  )
}

type ViewChipProps = {
  saved: SavedViews
  view: SavedView
  count: number | undefined
  onUpdate: () => void
  onAdd: () => void
}

/** Shows the rows of a view. Pressed again it leaves the view, or goes back to it from changed conditions. */
function ViewChip({ saved, view, count, onUpdate, onAdd }: ViewChipProps) {
  const isChosen = saved.chosen?.id === view.id
  const isChanged = isChosen && saved.isChanged
  return (
    <>
      <Chip chosen={isChosen} onChoose={() => (isChosen && !isChanged ? saved.leave() : saved.choose(view))}>
        <span className={css.name} title={view.name}>
          {view.name}
        </span>
        {count !== undefined && <em>{formatNumber(count)}</em>}
      </Chip>
      {isChanged && <ChangedMenu saved={saved} view={view} onUpdate={onUpdate} onAdd={onAdd} />}
    </>
  )
}

/** The conditions are no longer those of the chosen view. */
function ChangedMenu({ saved, view, onUpdate, onAdd }: Omit<ViewChipProps, 'count'>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const saving = useSaving(savedViewCalls.edit, { said: () => ['视图已更新', view.name] })
  const update = () => {
    const { id, version, name, departmentId } = view
    if (departmentId === null) saving.send({ id, version, name, query: saved.conditions })
    else onUpdate()
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`chip ${css.changed}`}
        aria-haspopup="menu"
        aria-expanded={spot !== null}
        title={`列表的条件与视图“${view.name}”不同`}
        onClick={() => setSpot(spot ? null : spotUnder(anchor.current!))}
      >
        已修改
        <ChevronDown className="i s" aria-hidden />
      </button>
      {spot && (
        <PopMenu
          label={`视图“${view.name}”已修改`}
          spot={spot}
          items={[
            { text: '更新视图', icon: Save, refusal: editRefusal(view), onSelect: update },
            { text: '另存为…', icon: Plus, onSelect: onAdd },
            { text: '还原', icon: RotateCcw, onSelect: () => saved.choose(view) },
          ]}
          onClose={() => setSpot(null)}
        />
      )}
    </>
  )
}

type ViewsButtonProps = {
  saved: SavedViews
  onAdd: (() => void) | null
  onShow: ShowView
}

/** Opens the list of views, which is loaded when first opened. */
function ViewsButton({ saved, onAdd, onShow }: ViewsButtonProps) {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(true)
  const news = saved.views.filter(({ isNew }) => isNew).length
  const label = news > 0 ? `视图管理，${news} 个新共享` : '视图管理'
  const button = (onClick?: () => void) => (
    <span className={css.opener}>
      <IconButton icon={Bookmark} label={label} on={asked && open} onClick={onClick} />
      {news > 0 && <i className={css.news} aria-hidden />}
    </span>
  )
  if (!asked) return button(() => setAsked(true))
  return (
    <ViewsPopover saved={saved} open={open} onOpen={setOpen} onAdd={onAdd} onShow={onShow}>
      {button()}
    </ViewsPopover>
  )
}
