import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Item, LevelItem } from './dictionary.ts'
import css from './dictionaries.module.css'

export const itemColumns: readonly Column<LevelItem>[] = [
  {
    key: 'itemText',
    title: '名称',
    width: 160,
    lock: true,
    sortable: true,
    cell: ({ itemText, level }) => (
      <span title={itemText} style={{ paddingLeft: level * 18 }}>
        {itemText}
      </span>
    ),
  },
  codeColumn('itemValue', '数据值', 150, { sortable: true }),
  {
    key: 'color',
    title: '颜色',
    width: 104,
    fold: 1,
    cell: ({ color }) => color && <Colour value={color} />,
  },
  textColumn('description', '描述', 140, { grow: true, fold: 2 }),
  numberColumn('sortOrder', '排序', 84, { format: String, sortable: true, fold: 3 }),
  { key: 'status', title: '状态', width: 96, cell: ({ status }) => <ItemStatus status={status} /> },
]

export const ItemStatus = ({ status }: Pick<Item, 'status'>) => (
  <OnOff on={status === '1'} text={status === '1' ? '启用' : '停用'} />
)

export const Colour = ({ value }: { value: string }) => (
  <span className={css.colour}>
    <i className={css.swatch} style={{ background: value }} aria-hidden />
    {value.toUpperCase()}
  </span>
)
