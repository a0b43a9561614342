import { inspectionItemCalls, itemCategories, recordKinds } from '@heliodesk/contract/inspection-items.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Pencil, Ruler, Trash2, Upload, Wrench } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { BatchFaults } from '../../kit/BatchFaults.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { BatchBar } from '../../kit/page-table/BatchBar.tsx'
import { CardChoice } from '../../kit/page-table/CardChoice.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { pageSource } from '../../kit/page-table/page-source.ts'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { MOST_AT_ONCE, type Fault } from '../../kit/use-batch-run.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useLeaving } from '../../kit/use-leaving.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { usePhone, useRoomBeside } from '../../kit/use-phone.ts'
import { go } from '../../lib/location.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { CategoryTree } from './CategoryTree.tsx'
import {
  categoryName,
  gradeText,
  itemColumns,
  itemFilters,
  rangeOf,
  type Category,
  type Item,
} from './item-list.tsx'
import { ItemForm } from './ItemForm.tsx'
import css from './inspection-items.module.css'

const ID = /^[1-9]\d{0,17}$/

/** 巡检项目: what inspections look at, by category, and by which limits. */
export function InspectionItemsPage() {
  const address = useListAddress()
  const list = listQuery(itemFilters, address)
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, curPage, size }
  const read = useCall(inspectionItemCalls.page, input)
  const { data: counts } = useCall(inspectionItemCalls.categories, {})
  const mayEdit = useCan('inspectionItem:edit')
  const mayImport = useCan('import:run')
  const phone = usePhone()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const rows = read.data?.pageList
  const { chosen, choice, bar } = useChoice<Item>({
    rows,
    nameOf: ({ name }) => name,
    unit: '项',
    most: MOST_AT_ONCE,
  })
  const asked = address.query.get('category')
  const category = asked !== null && isOwn(itemCategories, asked) ? asked : null
  const { show, shown } = useOverlays({
    add: (overlay) => (
      <ItemForm {...overlay} category={category === null || category === 'array' ? undefined : category} />
    ),
    remove: (overlay, items: readonly Item[]) => (
      <SendDialog
        {...overlay}
        verb="删除"
        danger
        call={inspectionItemCalls.batchDel}
        input={{ ids: items.map(({ id }) => id) }}
        title={items.length === 1 ? `删除巡检项目“${items[0]?.name}”？` : `删除 ${items.length} 个巡检项目？`}
        text="新的记录单不再包含；已有的记录和读数不变。计划和未完成的记录单在用的不会删除。"
        said={({ rows: results }) => [`已删除 ${results.filter(({ isDeleted }) => isDeleted).length} 项`]}
        onSaved={({ rows: results }) => {
          const failed = results.filter(({ isDeleted }) => !isDeleted)
          const kept = new Set(failed.map(({ id }) => id))
          setFaults(failed.map(({ id, name, reason }) => ({ id, title: name, reason })))
          choice.onChoose(
            items.filter(({ id }) => !kept.has(id)),
            false,
          )
        }}
      />
    ),
  })
  const asideItem = address.query.get('item')
  const opened = useOverlay(mayEdit && asideItem !== null && ID.test(asideItem) ? asideItem : null)
  const docked = useRoomBeside()
  const leaving = useLeaving()
  const [saves, setSaves] = useState(0)
  const open = (id: string | null) => address.change({ item: id }, { push: phone })
  const edit = ({ id }: Item) => (id === asideItem ? undefined : leaving.leave(() => open(id)))
  const close = () => (phone ? address.leave(['item']) : open(null))
  const actionsOf = (item: Item): ListAction[] =>
    mayEdit
      ? [
          { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(item) },
          { key: 'remove', title: '删除', icon: Trash2, danger: true, run: () => show('remove', [item]) },
        ]
      : []
  const choose = (next: Category | null) => address.change({ category: next })
  return (
    <div className={opened.open && docked ? css.withItem : css.page}>
      {!phone && (
        <CategoryTree
          counts={counts}
          chosen={category}
          hrefOf={(next) => (next === null ? address.base : `${address.base}?category=${next}`)}
          onChoose={choose}
        />
      )}
      <ListPage
        title="巡检项目"
        unit="项"
        facts={
          counts &&
          `${formatNumber(counts.items)} 项，${formatNumber(counts.numeric)} 项带数值 · ${formatNumber(counts.inPlans)} 项被计划引用`
        }
        actions={
          mayImport &&
          mayEdit && (
            <Button icon={Upload} onClick={() => go(paths.dataImport.to({ kind: 'items' }))}>
              导入
            </Button>
          )
        }
        add={{ text: '新建项目', code: 'inspectionItem:edit', run: () => show('add') }}
        above={<BatchFaults faults={faults} unit="项" onForget={() => setFaults([])} />}
        code="inspection-items"
        name="巡检项目"
        columns={itemColumns}
        source={pageSource(inspectionItemCalls.page, input, read, rows, read.data?.rowCount)}
        list={list}
        choice={
          mayEdit
            ? {
                ...choice,
                bar: (
                  <BatchBar {...bar}>
                    <Button size="sm" icon={Trash2} onClick={() => show('remove', chosen)}>
                      {`删除 ${chosen.length}`}
                    </Button>
                  </BatchBar>
                ),
              }
            : undefined
        }
        onOpen={mayEdit ? edit : undefined}
        currentKey={asideItem ?? undefined}
        rowActions={actionsOf}
        renderCard={(item, actions) => (
          <ItemCard
            item={item}
            actions={actions}
            onOpen={() => edit(item)}
            before={
              mayEdit && (
                <CardChoice
                  name={item.name}
                  chosen={choice.isChosen(item)}
                  onChoose={() => choice.onChoose([item], !choice.isChosen(item))}
                />
              )
            }
          />
        )}
        empty={{ title: '还没有巡检项目', text: '巡检计划从这里选择要看的项目' }}
      >
        {shown}
        {leaving.shown}
      </ListPage>
      {opened.value !== null && (
        <ItemForm
          key={`${opened.key} ${opened.value} ${saves}`}
          asked={{ id: opened.value }}
          open={opened.open}
          docked={docked}
          onClose={close}
          onSaved={({ id }) => {
            // Beside the list it stays, with its next version.
            if (!docked) return
            setSaves((count) => count + 1)
            open(id)
          }}
        />
      )}
    </div>
  )
}

type ItemCardProps = { item: Item; actions: readonly RowAction[]; onOpen: () => void; before: ReactNode }

/** The card of an item, in the phone layout. */
const ItemCard = ({ item, ...card }: ItemCardProps) => (
  <RowCard
    href={`?item=${item.id}`}
    {...card}
    state={<span className="tag ln">{recordKinds[item.kind]}</span>}
    beside={categoryName(item.category)}
    name={item.name}
    facts={[
      [Ruler, '正常范围', rangeOf(item) || '--'],
      [Wrench, '方法', [item.method, gradeText(item)].filter((each) => each !== '').join(' · ')],
    ]}
  />
)
