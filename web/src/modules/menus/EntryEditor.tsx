import { menuKinds, type MenuEditorState, type MenuKind } from '@heliodesk/contract/menus.ts'
import { ArrowLeft, Copy, Trash2 } from 'lucide-react'
import { IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { ButtonRows } from './ButtonRows.tsx'
import { placeOf, titleOf } from './changes.ts'
import { EntryFields } from './EntryFields.tsx'
import { below, isButton, isNew, trailOf, withKind, type Item } from './items.ts'
import type { MenuDraft } from './use-menu-draft.ts'
import css from './menus.module.css'

type EntryEditorProps = {
  item: Item
  draft: MenuDraft
  state: MenuEditorState
  onBack: (() => void) | null
  onChoose: (key: string) => void
  onAdd: (item: Item) => void
  onCopy: () => void
  onRemove: (item: Item) => void
}

/** One entry: what it is, its fields, and its buttons. */
export function EntryEditor({ item, draft, state, onBack, ...on }: EntryEditorProps) {
  const { items, base, put } = draft
  const phone = usePhone()
  const set = (changed: Partial<Item>, about: string | null = null) =>
    put(
      items.map((each) => (each.key === item.key ? { ...each, ...changed } : each)),
      about && `${item.key} ${about}`,
    )
  const Title = onBack ? 'h1' : 'h2'
  const menusBelow = below(items, item.key).filter((each) => !isButton(each))
  const refusal = item.kept
    ? '管理员必须能打开它，不能删除'
    : menusBelow.length > 0
      ? `下面还有 ${menusBelow.length} 个菜单，请先移走或删除`
      : null
  const trail = trailOf(items, item)
  return (
    <>
      <header className={`touch row ${css.head}`}>
        {onBack && <IconButton icon={ArrowLeft} label="返回菜单树" onClick={onBack} />}
        <Title>{item.name || '未命名'}</Title>
        <span className="tag ln">{titleOf(item)}</span>
        {item.builtIn && <span className="tag">产品自带</span>}
        <span className={`t3 ell s12 ${css.trail}`}>
          {[...trail, placeOf(base, items, item)].join(' / ')}
        </span>
        <span className={css.acts}>
          <ButtonGroup
            size={phone ? undefined : 'sm'}
            limit={phone ? 0 : 2}
            actions={[
              {
                key: 'copy',
                title: '复制',
                icon: Copy,
                refusal: isButton(item) ? '一个权限码只有一个按钮，不能复制' : null,
                run: on.onCopy,
              },
              {
                key: 'remove',
                title: '删除',
                icon: Trash2,
                danger: true,
                refusal,
                run: () => on.onRemove(item),
              },
            ]}
          />
        </span>
      </header>
      <div className={css.body}>
        <Kinds
          item={item}
          onChange={(kind) => put(items.map((each) => (each.key === item.key ? withKind(each, kind) : each)))}
        />
        <EntryFields item={item} items={items} state={state} onChange={set} />
        {!isButton(item) && <ButtonRows item={item} items={items} onChoose={on.onChoose} onAdd={on.onAdd} />}
      </div>
    </>
  )
}

function Kinds({ item, onChange }: { item: Item; onChange: (kind: MenuKind) => void }) {
  if (item.builtIn) return null
  if (!isNew(item) && isButton(item)) return null
  const choices = Object.fromEntries(
    Object.entries(menuKinds).filter(([kind]) => kind !== 'button' || (isNew(item) && item.above !== null)),
  ) as Record<MenuKind, string>
  return (
    <div className={css.kinds}>
      <Segments label="类型" choices={choices} value={item.kind} onChange={onChange} />
    </div>
  )
}
