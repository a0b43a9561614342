import { earthKinds, type EarthKind } from '@heliodesk/contract/earths.ts'
import type { BoardPerson, BoardTicket, TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { ticketParts } from '@heliodesk/contract/ticket-content.ts'
import { ticketKinds } from '@heliodesk/contract/ticket-kinds.ts'
import { own } from '@heliodesk/contract/own.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleAtStation, visibleStations } from '../../kernel/scope.ts'
import { fromWireTime, toWireDay, toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { toRow } from '../tickets/index.ts'
import { bayOf } from './bays.ts'
import { boardRows, type BoardRow } from './rows.ts'
import { holdsOf, namesOf, waitingOf } from './words.ts'

/** The open tickets of a station and what they have isolated, the earths that hang, and who is inside. */
export async function readBoard(ctx: Ctx, psId: string): Promise<TicketBoard> {
  const { now, who } = ctx
  const day = toWireDay(now, who.timeZone)
  const midnight = fromWireTime(`${day} 00:00:00`, who.timeZone)
  const station = await readStation(ctx, psId, midnight)
  const rows = await boardRows(ctx, psId, midnight)
  return {
    ...station,
    day,
    tickets: rows.map((row) => toTicket(row, ctx)).toSorted((one, other) => rankOf(one) - rankOf(other)),
    bays: rows.flatMap((row) => bayOf(row) ?? []),
    hanging: await readHanging(ctx, psId),
    inside: rows.flatMap((row) => insideOf(row, who.timeZone)),
  }
}

type Station = Pick<TicketBoard, 'left' | 'ledger' | 'psId' | 'psName'>

async function readStation({ db, who }: Ctx, psId: string, midnight: Date): Promise<Station> {
  const { rows } = await sql<Omit<Station, 'ledger'> & Station['ledger']>`
    select s.id as "psId", s.name as "psName", ledger.*,
      (select count(distinct coalesce(p.person_id::text, p.name))::int from ticket_person p
          join ticket t on t.tenant_id = p.tenant_id and t.id = p.ticket_id
        where t.tenant_id = s.tenant_id and t.station_id = s.id and p.left_at >= ${midnight} and not p.inside
          and not exists (select from ticket_person again where again.tenant_id = p.tenant_id
            and again.person_id = p.person_id and again.inside)) as left
    from station s cross join lateral (
      select (count(*) filter (where e.state = 'stored'))::int as stored,
        (count(*) filter (where e.state = 'hanging'))::int as hanging,
        (count(*) filter (where e.state = 'testing'))::int as testing
      from earth e where e.tenant_id = s.tenant_id and e.station_id = s.id and e.kind in ('wire', 'switch')
    ) ledger
    where s.id = ${psId} and ${visibleStations(who, 's')}`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  const { stored, hanging, testing, ...station } = found
  return { ...station, ledger: { stored, hanging, testing } }
}

async function readHanging({ db, who }: Ctx, psId: string): Promise<TicketBoard['hanging']> {
  type Hanging = Omit<TicketBoard['hanging'][number], 'installedTime' | 'kindLabel'> & {
    kind: EarthKind
    installedAt: Date
  }
  const { rows } = await sql<Hanging>`
    select h.id, e.kind, e.name, h.place, t.id as "ticketId", coalesce(t.number, '') as "ticketNo", h.installed_at as "installedAt"
    from earth_hanging h
      join earth e on e.tenant_id = h.tenant_id and e.id = h.earth_id
      join ticket t on t.tenant_id = h.tenant_id and t.id = h.ticket_id
    where e.station_id = ${psId} and h.removed_at is null and ${visibleAtStation(who, 't')}
    order by h.installed_at, h.id`.execute(db)
  return rows.map(({ installedAt, ...row }) => ({
    ...row,
    kindLabel: earthKinds[row.kind],
    installedTime: toWireTime(installedAt, who.timeZone),
  }))
}

function toTicket(row: BoardRow, ctx: Ctx): BoardTicket {
  const shown = toRow(row, ctx)
  const zone = ctx.who.timeZone
  const { id, ticketNo, kind, state, stateLabel, stamp, ticked, lines, isTodo, isLate } = shown
  const { planStartTime, planEndTime, validUntil } = shown
  return {
    id,
    ticketNo,
    kind,
    state,
    stateLabel,
    stamp,
    ticked,
    lines,
    isTodo,
    isLate,
    planStartTime,
    planEndTime,
    validUntil,
    kindLabel: ticketKinds[kind],
    task: shown.workContent,
    people: namesOf(row),
    permittedTime: toWireTimeOrNull(row.permittedAt, zone),
    startedTime: toWireTimeOrNull(row.startedAt, zone),
    finishedTime: toWireTimeOrNull(row.finishedAt, zone),
    stampedTime: toWireTimeOrNull(row.stampedAt, zone),
    waiting: waitingOf(row, shown),
    holds: holdsOf(row),
  }
}

/** What waits for the caller, what must not stay so, what else is open, what has ended; the latest of each first. */
const rankOf = ({ stamp, isTodo, waiting }: BoardTicket): number =>
  stamp !== null ? 3 : isTodo ? 0 : waiting?.tone === 'bad' ? 1 : 2

/** Who is at work: those who have signed in, and the pair while it switches. */
function insideOf(row: BoardRow, zone: string): BoardPerson[] {
  const { id, number, content, kind, state, task, inside, startedAt, leaderName, guardName } = row
  const of = { ticketId: id, ticketNo: number ?? '', place: content.places[0]?.place ?? task }
  if (kind !== 'operation')
    return inside.map(({ no, name, part, since }) => ({
      ...of,
      no,
      name,
      partLabel: part === 'leader' ? '工作负责人' : (own(ticketParts, part) ?? part),
      since: toWireTime(new Date(since), zone),
    }))
  if (state !== 'operating' || startedAt === null) return []
  const pair = [
    ['操作人', leaderName],
    ['操作监护人', guardName],
  ] as const
  return pair.flatMap(([partLabel, name], at) =>
    name === null ? [] : [{ ...of, no: at + 1, name, partLabel, since: toWireTime(startedAt, zone) }],
  )
}
