import type { Sent } from '@heliodesk/contract/call.ts'
import {
  companyStates,
  type Company,
  type companyCalls,
  type CompanyState,
} from '@heliodesk/contract/companies.ts'
import { formatNumber, formatSize, formatTime } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export const companyFilters: readonly Filter<Sent<typeof companyCalls.list>>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', live: true, placeholder: '公司名称、编码' },
  { name: 'state', label: '状态', kind: 'select', choices: companyStates, single: true },
]

const looks: Record<CompanyState, string> = { active: 'ok', stopped: 'undo', leaving: 'err', removing: 'err' }

/** Not all before it is: the expected number is about right. */
const percentOf = ({ rows, expected }: NonNullable<Company['removal']>): number =>
  expected === 0 ? 0 : Math.min(99, Math.floor((rows / expected) * 100))

export const CompanyStateTag = ({
  company,
}: {
  company: Pick<Company, 'isOperator' | 'removal' | 'removalTime' | 'state'>
}) => (
  <span className={`tag ${company.isOperator ? 'ln' : looks[company.state]}`}>
    {company.isOperator ? '平台运营方' : companyStates[company.state]}
    {company.state === 'leaving' && ` ${company.removalTime?.slice(5, 10)}`}
    {company.removal && ` ${percentOf(company.removal)}%`}
  </span>
)

/** What is used, of how much. */
export const ofLimit = (used: string, limit: string | null): string =>
  limit === null ? used : `${used} / ${limit}`

export const usedPeople = ({ used, limits }: Company): string =>
  ofLimit(formatNumber(used.people), limits.people === null ? null : formatNumber(limits.people))
export const usedStations = ({ used, limits }: Company): string =>
  ofLimit(formatNumber(used.stations), limits.stations === null ? null : formatNumber(limits.stations))
export const usedFiles = ({ used, limits }: Company): string =>
  ofLimit(formatSize(used.fileBytes), limits.fileGb === null ? null : `${formatNumber(limits.fileGb)} GB`)
export const usedExports = ({ used, limits }: Company): string =>
  ofLimit(formatNumber(used.exports), limits.exports === null ? null : formatNumber(limits.exports))

export const companyColumns: readonly Column<Company>[] = [
  textColumn('name', '公司名称', 220, { lock: true, grow: true }),
  textColumn('companyCode', '编码', 130),
  { key: 'state', title: '状态', width: 130, cell: (company) => <CompanyStateTag company={company} /> },
  { key: 'people', title: '人员', width: 100, align: 'right', cell: usedPeople },
  { key: 'stations', title: '电站', width: 100, align: 'right', cell: usedStations },
  {
    key: 'orders',
    title: '工单',
    width: 100,
    align: 'right',
    fold: 2,
    cell: ({ used }) => formatNumber(used.orders),
  },
  { key: 'files', title: '文件', width: 140, align: 'right', fold: 3, cell: usedFiles },
  {
    key: 'active',
    title: '最近活动',
    width: 130,
    fold: 4,
    cell: ({ activeTime }) => activeTime && formatTime(activeTime),
  },
  minuteColumn('createTime', '创建时间', 150, { fold: 1 }),
]
