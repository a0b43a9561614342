import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { ArrowLeft, Ban, CircleCheck, ListPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import type { Sort } from '../../kit/page-table/paging.ts'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import { itemsInLevels, removalRefusal, type Dictionary, type Item, type LevelItem } from './dictionary.ts'
import { itemColumns } from './item-columns.tsx'
import { ItemCard } from './ItemCard.tsx'
import { ItemForm } from './ItemForm.tsx'
import css from './dictionaries.module.css'

/** There is only one page; this many skeleton rows show while it loads. */
const AWAITED = 10
/** Counted from 0; the server accepts no deeper level. */
const LAST_LEVEL = 4

type ItemsPaneProps = {
  dictionary: Dictionary
  onEdit: () => void
  onRemove: () => void
  /** Set where the list of dictionaries is not beside it. */
  onBack: (() => void) | null
}

/** One dictionary and its items. */
export function ItemsPane({ dictionary, onEdit, onRemove, onBack }: ItemsPaneProps) {
  const items = useCall(dictionaryCalls.listItems, { dictId: dictionary.id })
  const [sort, setSort] = useState<Sort>({ field: '', kind: '' })
  const rows = items.data
  const { show, shown } = useOverlays({
    form: (overlay, request: { asked: { id: string } } | { parentId: string | null }) => (
      <ItemForm {...overlay} {...request} dictionary={dictionary} items={rows ?? []} />
    ),
  })
  // Another user changed the item: the list shows the change, and the switch can be tried again.
  const switching = useSwitch(() => void items.refetch())
  const source = {
    rows: rows && itemsInLevels(rows, sort),
    total: null,
    fetching: items.isFetching,
    error: items.error,
    updatedAt: items.dataUpdatedAt,
    refresh: () => void items.refetch(),
  }
  const table = { code: 'dictionary-items', name: '字典项', columns: itemColumns, source }
  const add = () => show('form', { parentId: null })
  const edit = ({ id }: Item) => show('form', { asked: { id } })
  const actionsOf = (item: LevelItem): ListAction[] => [
    { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(item) },
    {
      key: 'below',
      title: '新增下级',
      icon: ListPlus,
      refusal: item.level >= LAST_LEVEL ? '字典项最多 5 级' : null,
      run: () => show('form', { parentId: item.id }),
    },
    {
      key: 'switch',
      title: item.status === '1' ? '停用' : '启用',
      icon: item.status === '1' ? Ban : CircleCheck,
      run: () => switching(item),
    },
    removeAction({
      refusal: item.childCount > 0 ? '有下级字典项，请先删除或移走' : null,
      call: dictionaryCalls.removeItem,
      input: { id: item.id },
      title: `删除字典项“${item.itemText}”？`,
      text: (
        <>
          数据值为“{item.itemValue}”的已有数据将不再显示名称，删除后不可恢复。
          {dictionary.builtIn && '这是内置字典，程序可能引用该值。'}
          {item.status === '1' && '只是不再选用时，停用即可。'}
        </>
      ),
      done: ['字典项已删除', item.itemText],
    }),
  ]
  return (
    <section className={css.items} aria-label={dictionary.dictName}>
      <PaneHead dictionary={dictionary} onAdd={add} onEdit={onEdit} onRemove={onRemove} onBack={onBack} />
      <div className={`touch row s12 ${css.itemsBar}`}>
        <span className="t3 grow">{dictionary.description}</span>
        <TableTools {...table} />
      </div>
      <PageTable
        {...table}
        rowKey={({ id }) => id}
        paging={{ curPage: 1, size: AWAITED, sort }}
        onPaging={(change) => change.sort && setSort(change.sort)}
        onOpen={edit}
        rowActions={actionsOf}
        renderCard={(item, actions) => <ItemCard item={item} actions={actions} />}
        filtered={null}
        empty={{
          title: '还没有字典项',
          text: `${dictionary.dictName}的选项会出现在这里`,
          action: <Button onClick={add}>新增字典项</Button>,
        }}
      />
      {shown}
    </section>
  )
}

type PaneHeadProps = ItemsPaneProps & { onAdd: () => void }

function PaneHead({ dictionary, onAdd, onEdit, onRemove, onBack }: PaneHeadProps) {
  const refusal = removalRefusal(dictionary)
  // Alone on the screen, it is the page title.
  const Title = onBack ? 'h1' : 'h2'
  return (
    <header className={`touch-row touch row ${css.paneHead}`}>
      {onBack && <IconButton icon={ArrowLeft} label="返回字典列表" onClick={onBack} />}
      <div className={`row grow ${css.title}`}>
        <Title title={dictionary.dictName}>{dictionary.dictName}</Title>
        <span className={`row ${css.row}`}>
          <span className="code">{dictionary.dictCode}</span>
          <CopyText text={dictionary.dictCode} label="复制字典编码" />
          {dictionary.builtIn && <span className="tag ln">内置</span>}
        </span>
      </div>
      <div className={css.acts}>
        <Button kind={onBack ? 'pri' : undefined} icon={Plus} onClick={onAdd}>
          新增字典项
        </Button>
        <ButtonGroup
          label="更多"
          limit={onBack ? 0 : 2}
          actions={[
            { key: 'edit', title: '编辑字典', icon: Pencil, run: onEdit },
            { key: 'remove', title: '删除字典', icon: Trash2, refusal, danger: true, run: onRemove },
          ]}
        />
      </div>
    </header>
  )
}

/** Enables or disables an item. One click reverts it, so there is no confirmation. */
function useSwitch(onError: () => void) {
  const command = useCommand(dictionaryCalls.editItem, {
    onSuccess: ({ itemText, status }) =>
      notify({
        kind: 'success',
        title: status === '1' ? '字典项已启用' : '字典项已停用',
        text: status === '1' ? `“${itemText}”可以选用` : `“${itemText}”不再可选，已有数据照常显示`,
      }),
  })
  return (item: Item) => command.mutate({ ...item, status: item.status === '1' ? '0' : '1' }, { onError })
}
