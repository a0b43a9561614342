import { CopyCell } from '../../kit/CopyText.tsx'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Item, LevelItem } from './dictionary.ts'

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
  {
    key: 'itemValue',
    title: '数据值',
    width: 150,
    sortable: true,
    cell: ({ itemValue }) => <CopyCell text={itemValue} label={`复制数据值 ${itemValue}`} />,
  },
  { key: 'color', title: '颜色', width: 104, cell: ({ color }) => color && <Colour value={color} /> },
  { key: 'description', title: '描述', width: 140, grow: true, cell: ({ description }) => description },
  {
    key: 'sortOrder',
    title: '排序',
    width: 84,
    align: 'right',
    sortable: true,
    cell: ({ sortOrder }) => sortOrder,
  },
  { key: 'status', title: '状态', width: 96, cell: ({ status }) => <ItemStatus status={status} /> },
]

export const ItemStatus = ({ status }: Pick<Item, 'status'>) => (
  <OnOff on={status === '1'} text={status === '1' ? '启用' : '停用'} />
)

export const Colour = ({ value }: { value: string }) => (
  <span className="colour">
    <i className="swatch" style={{ background: value }} aria-hidden />
    {value.toUpperCase()}
  </span>
)
