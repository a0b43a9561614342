import type { Sent } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ticketKinds } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import { ticketStamps, ticketStates } from '@heliodesk/contract/ticket-states.ts'
import { ticketTitles as titles, type ticketCalls } from '@heliodesk/contract/tickets.ts'
import { byPlace } from '../../domain/record-filters.tsx'
import { TicketStatus } from '../../domain/tickets/TicketStatus.tsx'
import { formatMinute } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './tickets.module.css'

/** Two states are called the same: each is named with what it is of. */
const stateChoices = { ...ticketStates, operating: '执行中（操作票）', toClose: '待终结、待归档' }

export const ticketFilters: readonly Filter<Sent<typeof ticketCalls.page>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '票号、任务、负责人' },
  { ...byPlace, name: 'psId', label: titles.psName },
  { kind: 'select', name: 'kind', label: titles.ticketTypeDtlLabel, choices: ticketKinds, single: true },
  { kind: 'select', name: 'state', label: titles.stateLabel, choices: stateChoices, single: true },
  {
    kind: 'dates',
    name: 'createTime',
    label: titles.ticketCreateTime,
    from: 'createTimeBegin',
    until: 'createTimeEnd',
    times: true,
  },
]

export const ticketViews = { open: '在办', todo: '待我办理', mine: '我的' } as const
export type TicketView = keyof typeof ticketViews

export function readTicketView(query: URLSearchParams): TicketView | null {
  const view = query.get('only') ?? ''
  return Object.hasOwn(ticketViews, view) ? (view as TicketView) : null
}

/** A draft that was never submitted has no number. */
export const numberOf = ({ ticketNo }: Pick<TicketRow, 'ticketNo'>): string => ticketNo || '未编号'

/** Its state, how far its lines are, what stays to be taken down, and the stamp where that says more. */
export function StateCell({ state, stateLabel, stamp, isLate, ticked, lines, hanging }: TicketRow) {
  const isTicked = state === 'operating' || state === 'toPermit'
  const stampTitle = stamp && ticketStamps[stamp]
  return (
    <span className={css.state}>
      <TicketStatus
        state={state}
        stateLabel={isTicked && lines > 0 ? `${stateLabel} ${ticked}/${lines}` : stateLabel}
      />
      {isLate && <em className="err">超期</em>}
      {hanging > 0 && <em className="err">接地 {hanging}</em>}
      {stampTitle && stampTitle !== stateLabel && <span className="tag ln">{stampTitle}</span>}
    </span>
  )
}

const Orders = ({ orders }: Pick<TicketRow, 'orders'>) =>
  orders.length > 0 && (
    <span className={css.orders}>
      {orders.map(({ id, workCode }) => (
        <a key={id} className="code" href={paths.orders.href({ order: id })} tabIndex={-1}>
          {workCode}
        </a>
      ))}
    </span>
  )

export const ValidUntil = ({ validUntil, isLate }: Pick<TicketRow, 'isLate' | 'validUntil'>) =>
  validUntil && <span className={isLate ? 'err' : undefined}>{formatMinute(validUntil)}</span>

export const ticketColumns: readonly Column<TicketRow>[] = [
  {
    key: 'ticketNo',
    title: titles.ticketNo,
    width: 176,
    lock: true,
    cell: (row) => (
      <a className="code name" href={paths.tickets.href({ ticket: row.id })} tabIndex={-1}>
        {numberOf(row)}
      </a>
    ),
  },
  textColumn('ticketTypeLabel', titles.ticketTypeLabel, 90, { hidden: true }),
  textColumn('ticketTypeDtlLabel', titles.ticketTypeDtlLabel, 108, { fold: 8 }),
  { key: 'stateLabel', title: titles.stateLabel, width: 172, cell: (row) => <StateCell {...row} /> },
  textColumn('workContent', titles.workContent, 180, { grow: true }),
  textColumn('psName', titles.psName, 140, { fold: 7 }),
  textColumn('leaderName', titles.leaderName, 84, { fold: 6 }),
  textColumn('issuerName', titles.issuerName, 84, { hidden: true }),
  textColumn('permitterName', titles.permitterName, 84, { hidden: true }),
  minuteColumn('planStartTime', titles.planStartTime, 148, { fold: 2 }),
  minuteColumn('planEndTime', titles.planEndTime, 148, { hidden: true }),
  {
    key: 'validUntil',
    title: titles.validUntil,
    width: 148,
    fold: 5,
    cell: (row) => <ValidUntil {...row} />,
  },
  {
    key: 'flowUser',
    title: titles.flowUser,
    width: 110,
    cell: ({ flowUser, isTodo }) => flowUser && (isTodo ? <b className="undo">{flowUser}</b> : flowUser),
  },
  { key: 'orders', title: titles.orders, width: 160, fold: 4, cell: (row) => <Orders {...row} /> },
  textColumn('createUserName', titles.createUserName, 84, { fold: 1 }),
  minuteColumn('ticketCreateTime', titles.ticketCreateTime, 148, { fold: 3 }),
  textColumn('depName', titles.depName, 140, { hidden: true }),
]
