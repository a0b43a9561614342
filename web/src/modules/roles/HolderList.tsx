import { accessCalls, reachTitles } from '@heliodesk/contract/access.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { Network, ScanEye, Shield, Sun } from 'lucide-react'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { StationSelect } from '../../domain/StationSelect.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { numberColumn, personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { Facts } from '../../kit/page-table/RowCard.tsx'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import type { Choice, Filter, RecordPicker } from '../../kit/search-bar/filters.ts'
import { useCall } from '../../lib/queries.ts'
import { scopeOf, type Holder } from './access-words.ts'
import { choicesOf } from './permission-choices.ts'
import { PersonCard } from './PersonCard.tsx'
import css from './role-people.module.css'

const ID = /^[1-9]\d{0,17}$/
const firstId = (values: readonly string[]) => values.filter((value) => ID.test(value)).slice(0, 1)

const byStation = {
  kind: 'picker',
  Control: ({ label, value, onChange }) => <StationSelect label={label} value={value} onChange={onChange} />,
  valid: firstId,
  words: () => '1 座',
} satisfies RecordPicker

const byDepartment = {
  kind: 'picker',
  Control: ({ label, value, onChange }) => (
    <DepartmentSelect
      by="id"
      label={label}
      value={value[0]}
      onChange={(id) => onChange(id === undefined ? [] : [id])}
    />
  ),
  valid: firstId,
  words: () => '1 个',
} satisfies RecordPicker

type Query = Sent<typeof accessCalls.holders>

export const holderFilters = (permissions: readonly Choice[]): readonly Filter<Query>[] => [
  {
    name: 'permissionId',
    label: '权限',
    kind: 'select',
    choices: permissions,
    single: true,
    placeholder: '不限',
  },
  { name: 'psId', label: '电站', ...byStation },
  { name: 'depId', label: '部门', ...byDepartment },
  { name: 'keyword', label: '人员', kind: 'input', placeholder: '姓名或拼音、账号、部门' },
]

const rolesOf = ({ through }: Holder) => through.map(({ roleName }) => roleName).join('、')

/** Why the person sees the place; without a place, the person's scope. */
const reachOf = (holder: Holder, isPlace: boolean) => (isPlace ? reachTitles[holder.reach] : scopeOf(holder))

const columnsFor = (isPlace: boolean): readonly Column<Holder>[] => [
  personColumn('realname', '姓名', 120, { lock: true }),
  textColumn('username', '账号', 140, { fold: 1 }),
  textColumn('depName', '部门', 160, { fold: 3, grow: true }),
  numberColumn('stationCount', isPlace ? '其中能看到' : '能看到的电站', 130, { fold: 2, unit: '座' }),
  {
    key: 'reach',
    title: isPlace ? '为什么能看到' : '数据范围',
    width: 200,
    cell: (row) => reachOf(row, isPlace),
  },
  { key: 'through', title: '通过角色', width: 220, grow: true, cell: rolesOf },
]

/** 谁有某项权限: the people who have a permission, through which roles, and why they see a place. */
export function HolderList() {
  const address = useListAddress()
  const { query, change } = address
  const tree = useCall(roleCalls.permissionTree, {})
  const before = query.getAll('permissionId').map((id) => ({ value: id, label: '…' }))
  const permissions = tree.data ? choicesOf(tree.data.treeList) : before
  const list = listQuery(holderFilters(permissions), address)
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, pageNo: curPage, pageSize: size }
  const read = useCall(accessCalls.holders, input)
  const source = pageSource(accessCalls.holders, input, read, read.data?.records, read.data?.total)
  const isPlace = query.has('psId') || query.has('depId')
  const cleared = { permissionId: null, psId: null, depId: null, keyword: null, page: null }
  return (
    <div className="list-page">
      <SearchedTable
        code="holders"
        name="人员"
        columns={columnsFor(isPlace)}
        source={source}
        list={list}
        tools={
          <ExportButton
            wanted={{ kind: 'holders', query: list.narrowing }}
            name="名单"
            unit="人"
            conditions={list.text}
            total={source.total}
          />
        }
        between={
          <p className={css.facts}>
            <span>
              {read.data &&
                (list.text
                  ? `${formatNumber(read.data.total)} 人能，${formatNumber(read.data.userCount - read.data.total)} 人不能。`
                  : `${formatNumber(read.data.total)} 人，请选择权限、电站或部门。`)}
              只列出您数据范围内在用的人员；权限由角色授予，电站由各自的数据范围决定。
            </span>
            {isPlace && read.data && <span>所选范围有 {formatNumber(read.data.allStations)} 座电站。</span>}
          </p>
        }
        renderCard={(row) => <HolderCard holder={row} isPlace={isPlace} />}
        empty={{
          title: '没有人能看到',
          text: '没有在用的人员同时拥有此权限和数据范围',
          action: <Button onClick={() => change(cleared)}>清除条件</Button>,
        }}
      />
    </div>
  )
}

function HolderCard({ holder, isPlace }: { holder: Holder; isPlace: boolean }) {
  return (
    <PersonCard person={holder}>
      <Facts
        facts={[
          [Network, '部门', holder.depName],
          [Shield, '通过角色', rolesOf(holder)],
          [ScanEye, isPlace ? '为什么能看到' : '数据范围', reachOf(holder, isPlace)],
          [Sun, '能看到的电站', `${formatNumber(holder.stationCount)} 座电站`],
        ]}
      />
    </PersonCard>
  )
}
