import { audienceActs, audienceReasons, type AudienceKind } from '@heliodesk/contract/audience-query.ts'
import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { insightCalls } from '@heliodesk/contract/insight.ts'
import { isOwn, own } from '@heliodesk/contract/own.ts'
import { Network, ScanEye, Shield, TriangleAlert } from 'lucide-react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { Facts } from '../../kit/page-table/RowCard.tsx'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { Segments } from '../../kit/Segments.tsx'
import { Empty } from '../../kit/States.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { OrderChoice, PersonChoice, StationChoice, TicketChoice } from './ask-choices.tsx'
import { inputOf, kindOf, kinds, useAudienceSum } from './audience-object.ts'
import { HolderList } from './HolderList.tsx'
import { PersonCard } from './PersonCard.tsx'
import css from './audience.module.css'

type Calls = typeof insightCalls
type Audience = Received<Calls['audience']>
type Row = Audience['records'][number]
type Query = Sent<Calls['audience']>

const choiceOf = {
  order: OrderChoice,
  station: StationChoice,
  ticket: TicketChoice,
  person: PersonChoice,
}

/** 谁能看到它: the people who can see a record, and why; or who has a permission. */
export function AudiencePane() {
  const { query, change } = useListAddress()
  const kind = kindOf(query)
  return (
    <div className={css.pane}>
      <div className={css.object}>
        <Segments
          label="对象"
          choices={kinds}
          value={kind}
          onChange={(next) => change({ ...cleared, of: next })}
        />
        {kind !== 'right' && <ObjectChoice kind={kind} />}
      </div>
      {kind === 'right' ? <HolderList /> : <AudienceList key={kind} kind={kind} />}
    </div>
  )
}

const cleared = Object.fromEntries(
  [
    'order',
    'station',
    'ticket',
    'person',
    'files',
    'can',
    'only',
    'keyword',
    'page',
    'permissionId',
    'psId',
    'depId',
  ].map((name) => [name, null]),
)

function ObjectChoice({ kind }: { kind: AudienceKind }) {
  const { query, change } = useListAddress()
  const Choice = choiceOf[kind]
  const id = query.get(kind) ?? ''
  const object = useAudienceSum()?.object
  const hasFiles = kind === 'order' || kind === 'station'
  return (
    <>
      <Choice
        value={id}
        name={object?.name}
        onChange={(next: string | null) => change({ [kind]: next, page: null })}
      />
      {hasFiles && id !== '' && (
        <Segments
          label="记录或附件"
          choices={{ record: kind === 'order' ? '工单' : '档案', files: kind === 'order' ? '照片' : '文档' }}
          value={query.get('files') === '1' ? 'files' : 'record'}
          onChange={(next) => change({ files: next === 'files' ? '1' : null, page: null })}
        />
      )}
      {object && id !== '' && <span className="t2 s13 cut">{object.note}</span>}
    </>
  )
}

const cares = { idle: '90 天未登录', outside: '公司外的人' } as const

export const audienceFilters: readonly Filter<Sent<typeof insightCalls.audience>>[] = [
  { name: 'keyword', label: '人员', kind: 'input', placeholder: '人、角色、部门' },
  {
    name: 'only',
    label: '要留意',
    kind: 'select',
    single: true,
    choices: Object.entries(cares).map(([value, label]) => ({ value, label })),
    placeholder: '不限',
  },
]

const titleOf = (kind: AudienceKind, act: string): string =>
  own(audienceActs[kind] as Record<string, string>, act) ?? act
const actsOf = (kind: AudienceKind, { acts }: Row) => acts.map((act) => titleOf(kind, act)).join('、')
const whyOf = ({ why, narrowed }: Row) =>
  narrowed ? `${audienceReasons[why]}，数据角色以内` : audienceReasons[why]

const columnsFor = (kind: AudienceKind): readonly Column<Row>[] => [
  personColumn('realname', '姓名', 120, { lock: true }),
  { key: 'roles', title: '角色', width: 180, cell: ({ roles }) => roles.join('、') },
  textColumn('depName', '部门', 150, { fold: 3 }),
  { key: 'why', title: '为什么能看', width: 170, cell: whyOf },
  { key: 'acts', title: '能做什么', width: 260, grow: true, cell: (row) => actsOf(kind, row) },
  {
    key: 'care',
    title: '要留意',
    width: 150,
    fold: 2,
    cell: ({ isOutside, isIdle }) =>
      [isOutside && cares.outside, isIdle && cares.idle].filter(Boolean).join('、'),
  },
  // The audit log records who read personal data, and nothing of other objects.
  ...(kind === 'person' ? [textColumn<Row>('seenTime', '最近看过个人信息', 170, { fold: 1 })] : []),
]

function AudienceList({ kind }: { kind: AudienceKind }) {
  const address = useListAddress()
  const { query, change } = address
  const list = listQuery(audienceFilters, address)
  const asked = query.get(kind) ?? ''
  const act = query.get('can') ?? 'see'
  const { curPage, size } = list.paging
  const wanted = {
    ...list.narrowing,
    ...inputOf(kind, query),
    ...(isOwn(audienceActs[kind], act) && { act: act as Query['act'] }),
  }
  const input = { ...wanted, pageNo: curPage, pageSize: size }
  const read = useCall(insightCalls.audience, input, { enabled: asked !== '' })
  const allowed = useCan(kind === 'ticket' ? 'ticket:list' : 'order:list')
  if ((kind === 'order' || kind === 'ticket') && !allowed)
    return <Empty title={`您没有查看${kinds[kind]}的权限`} text="只能问自己看得到的记录" />
  if (asked === '')
    return <Empty title={`请选择${kinds[kind]}`} text="选择后列出能看到它的人，以及为什么、能做什么" />
  const source = pageSource(insightCalls.audience, input, read, read.data?.records, read.data?.total)
  return (
    <div className="list-page">
      <SearchedTable
        code="audience"
        name="人员"
        columns={columnsFor(kind)}
        source={source}
        list={list}
        tools={
          <ExportButton
            wanted={{ kind: 'audience', query: wanted }}
            name="名单"
            unit="人"
            conditions={list.text}
            total={source.total}
          />
        }
        between={
          read.data && (
            <div className={css.acts} role="group" aria-label="能做什么">
              {read.data.acts.map(({ act: each, title, count }) => (
                <button
                  key={each}
                  type="button"
                  className={each === act ? `btn sm ${css.chosen}` : 'btn sm'}
                  aria-pressed={each === act}
                  onClick={() => change({ can: each === 'see' ? null : each, page: null })}
                >
                  {title} {formatNumber(count)}
                </button>
              ))}
              <span className="t3 s12">
                {formatNumber(read.data.seers)} 人能看，
                {formatNumber(read.data.userCount - read.data.seers)} 人不能
              </span>
              {(['outside', 'idle'] as const).map(
                (each) =>
                  read.data[each] > 0 && (
                    <button
                      key={each}
                      type="button"
                      className="btn sm"
                      onClick={() => change({ only: each, page: null })}
                    >
                      <TriangleAlert className="i s t3" aria-hidden />
                      {cares[each]} {formatNumber(read.data[each])}
                    </button>
                  ),
              )}
              {read.data.waiting > 0 && (
                <span className="t3 s12">
                  另有 {formatNumber(read.data.waiting)} 人尚未修改初始密码，修改后才能看
                </span>
              )}
            </div>
          )
        }
        renderCard={(row) => (
          <PersonCard person={row}>
            <Facts
              facts={[
                [Network, '部门', row.depName],
                [ScanEye, '为什么能看', whyOf(row)],
                [Shield, '能做什么', actsOf(kind, row)],
              ]}
            />
          </PersonCard>
        )}
        empty={{ title: '没有人符合', text: '没有在用的人员符合这些条件' }}
      />
    </div>
  )
}
