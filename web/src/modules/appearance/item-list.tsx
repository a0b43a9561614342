import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { appearanceCalls } from '@heliodesk/contract/appearance.ts'
import { Image } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './appearance-items.module.css'

export type Item = Received<typeof appearanceCalls.detail>

export const itemFilters = (
  categories: readonly string[],
): readonly Filter<Sent<typeof appearanceCalls.page>>[] => [
  { name: 'keyword', label: '关键字', kind: 'input', live: true, placeholder: '检查项名称' },
  {
    name: 'category',
    label: '分组',
    kind: 'select',
    single: true,
    choices: categories.map((category) => ({ value: category, label: category })),
  },
  { name: 'isEnabled', label: '状态', kind: 'select', single: true, choices: { 1: '启用', 0: '停用' } },
]

/** 5 分, or 4.5 分. */
export const marks = (mark: number): string => `${formatNumber(mark, Number.isInteger(mark) ? 0 : 1)} 分`

/** What an item asks for beside its mark. */
export const demandsOf = ({ needPhoto, mayNotInvolve }: Item): string =>
  [needPhoto && '必拍照', !mayNotInvolve && '不可不涉及'].filter(Boolean).join('，')

export const itemColumns: readonly Column<Item>[] = [
  numberColumn('place', '排序', 72, { fold: 3 }),
  textColumn('category', '分组', 110, { fold: 2 }),
  {
    key: 'project',
    title: '检查项',
    width: 200,
    lock: true,
    cell: ({ project, exampleFileList }) => (
      <span className={css.project}>
        <b className="ell">{project}</b>
        {exampleFileList.length > 0 && (
          <span className="t3 s12" title={`${exampleFileList.length} 张示例照片`}>
            <Image className="i s" role="img" aria-label="示例照片" /> {exampleFileList.length}
          </span>
        )}
      </span>
    ),
  },
  { key: 'mark', title: '分值', width: 84, cell: ({ mark }) => marks(mark) },
  {
    key: 'contentList',
    title: '标准',
    width: 260,
    grow: true,
    cell: ({ contentList }) => <span title={contentList.join('\n')}>{contentList.join('；')}</span>,
  },
  textColumn('deductRule', '扣分规则', 220, { fold: 1 }),
  { key: 'demands', title: '要求', width: 140, fold: 4, cell: demandsOf },
  {
    key: 'isEnabled',
    title: '状态',
    width: 84,
    cell: ({ isEnabled }) => <OnOff on={isEnabled} text={isEnabled ? '启用' : '停用'} />,
  },
  textColumn('suggest', '整改建议', 200, { hidden: true }),
  textColumn('updatedBy', '更新人', 110, { hidden: true }),
  minuteColumn('updateTime', '更新时间', 148, { hidden: true }),
]
