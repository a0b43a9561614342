import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  askingKinds,
  isDecidedHere,
  isMessageKind,
  isUrgent,
  kindsOf,
  kindsSaying,
  labelOf,
  linkOfMessage,
  noteOfMessage,
  openWordOf,
  pdcaLabels,
  titleOfMessage,
  type MessageChannel,
  type MessageWords,
  type PdcaLabel,
} from '@heliodesk/contract/message-kinds.ts'
import type { Message, messageCalls } from '@heliodesk/contract/messages.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf, mentionsWord, wordsOf } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleAtStation, visibleOrders, visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { actColumns, actsOf, type ActRow } from './acts.ts'

type Calls = typeof messageCalls
type Asker = Pick<Ctx, 'db' | 'who'>

/** The caller's messages: scopes and rights may have changed since they were told. */
const mine = ({ who }: Asker): RawBuilder<unknown> => sql`
  from message_to t
  join message m on m.tenant_id = t.tenant_id and m.id = t.message_id
  where t.user_id = ${who.userId} and ${stillSeen(who)}`

/** The records are looked up one by one; sees-all people with the right need no look. */
const stillSeen = (who: Ctx['who']): RawBuilder<SqlBool> => sql<SqlBool>`(case m.about
  when 'order' then ${mayDo(who.userId, 'order:list')} and exists (select from work_order o
    where o.tenant_id = m.tenant_id and o.id = m.about_id and ${visibleOrders(who, 'o')})
  when 'ticket' then ${mayDo(who.userId, 'ticket:list')} and exists (select from ticket x
    where x.tenant_id = m.tenant_id and x.id = m.about_id and ${visibleAtStation(who, 'x')})
  when 'station' then exists (select from station s
    where s.tenant_id = m.tenant_id and s.id = m.about_id and ${visibleStations(who, 's')})
  else true end)`

type Row = ActRow & {
  id: string
  kind: string
  about: string
  aboutId: string | null
  code: string
  psName: string
  words: MessageWords
  at: Date
  isRead: boolean
  doneAt: Date | null
  doneName: string
  isOwnDone: boolean
  outcome: string
}

const columns = ({ who }: Asker) => sql`
  m.id, m.kind, m.about, m.about_id as "aboutId", m.about_code as code, coalesce((
    select s.name from station s where s.tenant_id = m.tenant_id and s.id = m.station_id), '') as "psName", m.words, m.at,
  t.read_at is not null as "isRead", m.done_at as "doneAt", m.done_name as "doneName",
  coalesce(m.done_by = ${who.userId}::bigint, false) as "isOwnDone", m.outcome,
  ${actColumns({ who })}`

/** As people read it; null for a kind that this version does not know. */
function shown(row: Row, zone: string, acts: Pick<Message, 'act' | 'done'>): Message[] {
  const { id, kind, words, about, aboutId, code, psName, at, isRead, doneAt } = row
  if (!isMessageKind(kind)) return []
  const { instance, step } = words
  const isStep = isDecidedHere(kind) && !doneAt && instance !== undefined && step !== undefined
  return [
    {
      id,
      kind,
      label: labelOf(kind),
      title: titleOfMessage(kind, words),
      note: noteOfMessage(kind, words),
      about: { kind: about, id: aboutId, code },
      psName,
      time: toWireTime(at, zone),
      isRead,
      isUrgent: isUrgent(kind),
      link: linkOfMessage({ about, aboutId }),
      openWord: openWordOf(kind),
      step: isStep ? { processInstanceId: instance, taskId: Number(step) } : null,
      ...(doneAt
        ? {
            act: null,
            done: {
              name: row.doneName,
              time: toWireTime(doneAt, zone),
              outcome: row.outcome,
              isOwn: row.isOwnDone,
            },
          }
        : acts),
    },
  ]
}

async function allShown(ctx: Ctx, rows: readonly Row[]): Promise<Message[]> {
  const actOf = await actsOf(ctx, rows)
  return rows.flatMap((row) => shown(row, ctx.who.timeZone, actOf(row)))
}

/** Whether it asks for something that nobody has done yet. */
const isOpen = sql`t.read_at is null and m.done_at is null and m.kind = any(${askingKinds}::text[])`

/** A word is found in what the message was filled with, or is one of the kind's own. */
const saying = (keyword: string) =>
  allOf(
    ...wordsOf(keyword).map(
      (word) =>
        sql`(m.kind = any(${kindsSaying(word)}::text[]) or ${mentionsWord(sql`m.words::text`, word)})`,
    ),
  )

export const listMessages: Handler<Calls['list']> = async (ctx, input) => {
  const { state, label, psId, acting, keyword, curPage, size } = input
  const wanted = sql`${mine(ctx)} and ${allOf(
    state === 'unread' && sql`t.read_at is null`,
    label && sql`m.kind = any(${kindsOf(label)}::text[])`,
    psId && sql`m.station_id = ${psId}`,
    keyword && saying(keyword),
  )}`
  const { rows } = await sql<Row>`
    select ${columns(ctx)} ${wanted} order by ${acting === '1' ? sql`(${isOpen}) desc, ` : sql``}t.message_id desc
    limit ${size} offset ${(curPage - 1) * size}`.execute(ctx.db)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(
    ctx.db,
  )
  return { pageList: await allShown(ctx, rows), rowCount: one(counts).total }
}

export async function readMessage(ctx: Ctx, id: string): Promise<Message> {
  const { rows } = await sql<Row>`select ${columns(ctx)} ${mine(ctx)} and t.message_id = ${id}`.execute(
    ctx.db,
  )
  const [found] = await allShown(ctx, rows)
  if (!found) throw notFound()
  return found
}

export async function countUnread(ctx: Asker): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread ${mine(ctx)} and t.read_at is null`.execute(ctx.db)
  return one(rows).unread
}

export const listLabels: Handler<Calls['labels']> = async (ctx) => {
  const { rows } = await sql<{ kind: string; total: number; unread: number }>`
    select m.kind, count(*)::int as total, (count(*) filter (where t.read_at is null))::int as unread ${mine(ctx)}
    group by m.kind`.execute(ctx.db)
  const labels = Object.entries(pdcaLabels) as [PdcaLabel, string][]
  return labels.map(([label, name]): Output<Calls['labels']>[number] => {
    const own = rows.filter(({ kind }) => isMessageKind(kind) && labelOf(kind) === label)
    const sum = (field: 'total' | 'unread') => own.reduce((so, row) => so + row[field], 0)
    return { label, name, unread: sum('unread'), total: sum('total') }
  })
}

/** The most stations that a choice offers. */
const MOST_STATIONS = 200

export const listStations: Handler<Calls['stations']> = async (ctx) => {
  const { rows } = await sql<{ psId: string; psName: string }>`
    select s.id as "psId", s.name as "psName" from station s
    where s.id in (select m.station_id ${mine(ctx)}) and ${visibleStations(ctx.who, 's')}
    order by s.name_place, s.id limit ${sql.lit(MOST_STATIONS)}`.execute(ctx.db)
  return rows
}

type Told = {
  name: string
  departName: string
  isOwn: boolean
  readAt: Date | null
  ways: { channel: MessageChannel; state: 'failed' | 'sent' | 'waiting'; fault: string; at: string }[]
}

export const readDetail: Handler<Calls['detail']> = async (ctx, { id }) => {
  const message = await readMessage(ctx, id)
  const { rows } = await sql<Told>`
    select u.realname as name, d.name as "departName", u.id = ${ctx.who.userId}::bigint as "isOwn", t.read_at as "readAt",
      coalesce((select jsonb_agg(jsonb_build_object('channel', v.channel, 'state', v.state, 'fault', coalesce(v.fault, ''),
            'at', coalesce(v.ended_at, v.due_at)) order by v.channel)
        from message_delivery v where v.tenant_id = t.tenant_id and v.message_id = t.message_id and v.user_id = t.user_id
          and v.state <> 'dropped'), '[]') as ways
    from message_to t
    join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where t.message_id = ${id} order by u.id = ${ctx.who.userId}::bigint desc, u.name_place, u.id limit 50`.execute(
    ctx.db,
  )
  const { rows: actors } = await sql<{ name: string }>`
    select u.realname as name from message m
    join app_user u on u.tenant_id = m.tenant_id and u.id = m.actor_id where m.id = ${id}`.execute(ctx.db)
  return {
    message,
    actorName: actors[0]?.name ?? '',
    people: rows.map(({ readAt, ways, ...person }) => ({
      ...person,
      readTime: readAt && toWireTime(readAt, ctx.who.timeZone),
      deliveries: ways.map(({ at, ...way }) => ({
        ...way,
        time: toWireTime(new Date(at), ctx.who.timeZone),
      })),
    })),
  }
}

export const markRead: Handler<Calls['read']> = async ({ db, who, now }, { id }) => {
  const { rows } = await sql`
    update message_to set read_at = coalesce(read_at, ${now}::timestamptz)
    where user_id = ${who.userId} and message_id = ${id} returning message_id`.execute(db)
  if (rows.length === 0) throw notFound()
  return {}
}

/** The mark is the moment, to the millisecond, so that a batch can be taken back as a whole. */
async function requireOwn({ db, who }: Ctx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message_to
    where user_id = ${who.userId} and message_id = any(${ids}::bigint[])`.execute(db)
  if (one(rows).n < new Set(ids).size) throw notFound()
}

export const markBatch: Handler<Calls['readBatch']> = async (ctx, { ids, all, label }) => {
  const { db, who, now } = ctx
  await requireOwn(ctx, ids ?? [])
  // Ids are what somebody chose: with them, nothing else is read.
  const which =
    ids && ids.length > 0
      ? sql`m.id = any(${ids}::bigint[])`
      : sql`(${all === '1' && label === undefined} or m.kind = any(${label ? kindsOf(label) : []}::text[]))`
  const { rows } = await sql<{ id: string }>`
    update message_to t set read_at = ${now} from message m
    where m.tenant_id = t.tenant_id and m.id = t.message_id and t.user_id = ${who.userId} and t.read_at is null
      and ${which} returning t.message_id as id`.execute(db)
  // Nothing to take back, nothing to tell apart.
  return { count: rows.length, mark: rows.length === 0 ? '' : String(now.getTime()) }
}

export const undoRead: Handler<Calls['undoRead']> = async (
  { db, who },
  { mark }: Input<Calls['undoRead']>,
) => {
  const { rows } = await sql<{ id: string }>`
    update message_to set read_at = null
    where user_id = ${who.userId} and read_at = ${new Date(Number(mark))}::timestamptz returning message_id as id`.execute(
    db,
  )
  return { count: rows.length }
}
