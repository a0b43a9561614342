import { paths } from '@heliodesk/contract/paths.ts'
import { positionCalls } from '@heliodesk/contract/positions.ts'
import { Hash, Pencil, UsersRound } from 'lucide-react'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { ActionMenu, type ListAction, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { Facts } from '../../kit/page-table/RowCard.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { go } from '../../lib/location.ts'
import { holderCount, positionColumns, positionFilters, type Position } from './position-list.tsx'
import { PositionForm } from './PositionForm.tsx'
import css from './positions.module.css'

/** 岗位: what people are in the company. */
export function PositionListPage() {
  const page = useSysList(positionCalls.list, positionFilters)
  const { show, shown, subject } = useOverlays({
    add: (overlay) => <PositionForm {...overlay} />,
    edit: (overlay, { id }: Position) => <PositionForm {...overlay} asked={{ id }} />,
  })
  const seesPeople = useCan('user:manage')
  const edit = (position: Position) => show('edit', position)
  const actionsOf = (position: Position): ListAction[] => {
    const { id, name, code, userCount } = position
    return [
      { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(position) },
      ...(seesPeople
        ? [
            {
              key: 'people',
              title: '查看人员',
              icon: UsersRound,
              run: () => go(paths.users.to({ post: code })),
            },
          ]
        : []),
      removeAction({
        refusal: userCount > 0 ? `还有 ${userCount} 名用户在这个岗位上` : null,
        call: positionCalls.remove,
        input: { id },
        title: `删除岗位“${name}”？`,
        text: '删除后不可恢复。',
        done: ['岗位已删除', `${name}（${code}）`],
      }),
    ]
  }
  return (
    <ListPage
      unit="个"
      add={{ text: '新建岗位', run: () => show('add') }}
      code="positions"
      name="岗位"
      columns={positionColumns}
      {...page}
      onOpen={edit}
      currentKey={subject?.id}
      rowActions={actionsOf}
      renderCard={(position, actions) => (
        <PositionCard position={position} onOpen={() => edit(position)} actions={actions} />
      )}
      empty={{ title: '还没有岗位', text: '岗位说明每个人的职务，权限由角色决定' }}
    >
      {shown}
    </ListPage>
  )
}

type PositionCardProps = { position: Position; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a position, in the phone layout. */
function PositionCard({ position, onOpen, actions }: PositionCardProps) {
  const { name, code, description } = position
  return (
    <article className={`touch row-card ${css.card}`}>
      <header>
        <button type="button" className={`row grow ${css.name}`} onClick={onOpen}>
          <b>{name}</b>
        </button>
        <ActionMenu actions={actions} label={`${name}的操作`} />
      </header>
      {description && <p className="t2">{description}</p>}
      <Facts
        facts={[
          [Hash, '编码', code],
          [UsersRound, '人员', holderCount(position)],
        ]}
      />
    </article>
  )
}
