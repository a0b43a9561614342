import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import type { positionCalls } from '@heliodesk/contract/positions.ts'
import { formatNumber } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, minuteColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { useCan } from '../../lib/permission.tsx'
import css from './positions.module.css'

export type Position = Received<typeof positionCalls.add>

export const positionFilters: readonly Filter<Sent<typeof positionCalls.list>>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', live: true, placeholder: '岗位名称或拼音、编码' },
]

export const holderCount = ({ userCount }: Position): string => `${formatNumber(userCount)} 人`

/** How many people of the user's departments hold it, as a link to them. */
function Holders({ position }: { position: Position }) {
  const seesPeople = useCan('user:manage')
  const { code, name, userCount } = position
  const text = holderCount(position)
  if (!seesPeople || userCount === 0) return <span className="t2">{text}</span>
  return (
    <a
      className={css.people}
      href={paths.users.href({ post: code })}
      aria-label={`岗位${name}的 ${text}`}
      // A click on the surrounding row opens the position.
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </a>
  )
}

export const positionColumns: readonly Column<Position>[] = [
  textColumn('name', '岗位名称', 180, { lock: true }),
  codeColumn('code', '岗位编码', 180),
  numberColumn('postRank', '排序', 90, { fold: 2 }),
  {
    key: 'userCount',
    title: '人员',
    width: 110,
    align: 'right',
    cell: (position) => <Holders position={position} />,
  },
  textColumn('description', '说明', 240, { grow: true, fold: 1 }),
  minuteColumn('createTime', '创建时间', 150, { hidden: true }),
]
