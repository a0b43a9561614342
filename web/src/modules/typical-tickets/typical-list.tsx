import type { Sent } from '@heliodesk/contract/call.ts'
import { ticketKinds } from '@heliodesk/contract/ticket-kinds.ts'
import {
  lineCount,
  typicalTitles as titles,
  type TypicalTicket,
  type typicalTicketCalls,
} from '@heliodesk/contract/typical-tickets.ts'
import { byPlace } from '../../domain/record-filters.tsx'
import type { DetailHead } from '../../kit/glimpse.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export const typicalFilters: readonly Filter<Sent<typeof typicalTicketCalls.page>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '任务、措施、操作、危险点' },
  { kind: 'select', name: 'kind', label: titles.kindLabel, choices: ticketKinds, single: true },
  { ...byPlace, name: 'place', label: '电站' },
]

export const placeOf = ({ psName }: Pick<TypicalTicket, 'psName'>): string => psName ?? '所有电站'

export const sourceOf = ({ updatedBy }: Pick<TypicalTicket, 'updatedBy'>): string => updatedBy ?? '产品自带'

export const typicalColumns: readonly Column<TypicalTicket>[] = [
  textColumn('name', titles.name, 240, { grow: true, lock: true }),
  textColumn('kindLabel', titles.kindLabel, 120),
  {
    key: 'psName',
    title: titles.psName,
    width: 160,
    cell: (row) => (row.psName === null ? <span className="t3">{placeOf(row)}</span> : row.psName),
  },
  {
    key: 'lines',
    title: '措施或操作',
    width: 100,
    align: 'right',
    fold: 3,
    cell: (row) => `${lineCount(row)} 项`,
  },
  {
    key: 'risks',
    title: '危险点',
    width: 84,
    align: 'right',
    fold: 2,
    cell: ({ risks }) => `${risks.length} 个`,
  },
  textColumn('remark', titles.remark, 160, { hidden: true }),
  { key: 'updatedBy', title: titles.updatedBy, width: 100, fold: 1, cell: sourceOf },
  minuteColumn('updateTime', titles.updateTime, 148, { fold: 4 }),
]

export const typicalHead = ({ name, kindLabel }: TypicalTicket): DetailHead => ({
  top: <span>典型票</span>,
  title: (
    <>
      {name}
      <span className="tag ln">{kindLabel}</span>
    </>
  ),
})
