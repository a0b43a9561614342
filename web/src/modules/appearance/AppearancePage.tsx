import { appearanceCalls } from '@heliodesk/contract/appearance.ts'
import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { ActionMenu, type ListAction, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { demandsOf, itemColumns, itemFilters, marks, type Item } from './item-list.tsx'
import { ItemForm } from './ItemForm.tsx'
import { RulesStrip } from './RulesStrip.tsx'
import css from './appearance-items.module.css'

/** 站容站貌: what appearance inspections look at, and what counts for all of them. */
export function AppearancePage() {
  const rules = useCall(appearanceCalls.rules, {})
  const categories = rules.data?.categories
  const filters = useMemo(() => itemFilters(categories ?? []), [categories])
  const list = listQuery(filters, useListAddress())
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, curPage, size }
  const read = useCall(appearanceCalls.page, input)
  const { show, shown, subject } = useOverlays({
    add: (overlay) => <ItemForm {...overlay} />,
    edit: (overlay, { id }: Item) => <ItemForm {...overlay} asked={{ id }} />,
  })
  const edit = (item: Item) => show('edit', item)
  const actionsOf = (item: Item): ListAction[] => [
    { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(item) },
    removeAction({
      call: appearanceCalls.remove,
      input: { id: item.id, version: item.version },
      title: `删除检查项“${item.project}”？`,
      text: '新检查单不再包含它；已有的检查单不变。',
      done: ['检查项已删除', item.project],
    }),
  ]
  return (
    <ListPage
      title="站容站貌"
      unit="个检查项"
      add={{ text: '新增检查项', run: () => show('add') }}
      actions={
        <ExportButton
          code="order:export"
          text="导出得分"
          wanted={{ kind: 'appearanceScores', query: {} }}
          name="站容站貌得分"
          unit="项"
          conditions=""
          total={null}
        />
      }
      above={
        <Reading read={rules} name="评分规则" height={96}>
          {(found) => <RulesStrip rules={found} />}
        </Reading>
      }
      code="appearance-items"
      name="检查项"
      columns={itemColumns}
      source={pageSource(appearanceCalls.page, input, read, read.data?.pageList, read.data?.rowCount)}
      list={list}
      onOpen={edit}
      currentKey={subject?.id}
      rowActions={actionsOf}
      renderCard={(item, actions) => <ItemCard item={item} actions={actions} onOpen={() => edit(item)} />}
      empty={{ title: '还没有检查项', text: '站容站貌工单开始作业时，按启用的检查项生成检查单' }}
    >
      {shown}
    </ListPage>
  )
}

type ItemCardProps = { item: Item; actions: readonly RowAction[]; onOpen: () => void }

/** The card of an item, in the phone layout. */
function ItemCard({ item, actions, onOpen }: ItemCardProps) {
  const { project, category, mark, contentList, isEnabled } = item
  return (
    <article className={`touch ${css.card}`}>
      <header>
        <button type="button" className={`grow ${css.open}`} onClick={onOpen}>
          <b>{project}</b>
        </button>
        <b>{marks(mark)}</b>
        <ActionMenu actions={actions} label={`${project}的操作`} />
      </header>
      <p className="t2 s13">{contentList.join('；')}</p>
      <p className="t3 s12">
        <OnOff on={isEnabled} text={isEnabled ? '启用' : '停用'} />
        {[category, demandsOf(item)].filter(Boolean).join(' · ')}
      </p>
    </article>
  )
}
