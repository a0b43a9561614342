import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import { defectLevels } from '@heliodesk/contract/defect-levels.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export type Grading = Received<typeof gradingCalls.add>

export const gradingFilters: readonly Filter<Sent<typeof gradingCalls.list>>[] = [
  {
    name: 'keyword',
    label: '关键词',
    kind: 'input',
    live: true,
    placeholder: '关键词、说明、设备类型',
  },
  {
    name: 'defectLevel',
    label: '缺陷等级',
    kind: 'select',
    single: true,
    choices: defectLevels.map((level) => ({ value: level, label: `${level} 级` })),
  },
  {
    name: 'enabled',
    label: '状态',
    kind: 'select',
    single: true,
    choices: [
      { value: '1', label: '启用' },
      { value: '0', label: '停用' },
    ],
  },
]

export const wordsOf = ({ words }: Grading): string => words.join('、')

/** A template in one line: for what it is, and the first of its words. */
export const nameOf = ({ defectLevelLabel, words }: Pick<Grading, 'defectLevelLabel' | 'words'>): string =>
  words.length > 1
    ? `${defectLevelLabel}：${words[0]} 等 ${words.length} 个词`
    : `${defectLevelLabel}：${words[0]}`

export const gradingColumns: readonly Column<Grading>[] = [
  textColumn('defectLevelLabel', '缺陷等级', 100, { lock: true }),
  {
    key: 'deviceTypeName',
    title: '设备类型',
    width: 140,
    cell: ({ deviceTypeName }) => deviceTypeName ?? <span className="t3">所有设备</span>,
  },
  {
    key: 'words',
    title: '描述含以下任一关键词',
    width: 360,
    grow: true,
    cell: (row) => <span title={wordsOf(row)}>{wordsOf(row)}</span>,
  },
  textColumn('note', '说明', 220, { fold: 1 }),
  {
    key: 'enabled',
    title: '状态',
    width: 90,
    cell: ({ enabled }) => <OnOff on={enabled} text={enabled ? '启用' : '停用'} />,
  },
]
