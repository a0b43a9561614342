import { isOwn, own } from '@heliodesk/contract/own.ts'
import { earthKinds, type EarthKind } from '@heliodesk/contract/earths.ts'
import { tickedLines } from '@heliodesk/contract/ticket-content.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail, TicketEvent, TicketPerson } from '@heliodesk/contract/ticket-rows.ts'
import {
  ticketActs,
  titleOfAct,
  titleOfTicketState,
  type TicketAct,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { readEarthPhotos } from './earth-photos.ts'
import type { LockedTicket } from './lock.ts'
import { titleOfRole } from './signing.ts'

type Mark = { at: string; name: string } | null
type LineMarks = { no: number; called: Mark; repeated: Mark; operated: Mark; ticked: Mark }

export async function readLines(
  { db, who }: Ctx,
  { id, content }: LockedTicket,
): Promise<TicketDetail['lineList']> {
  const mark = (
    name: string,
  ) => sql`case when ${sql.ref(`l.${name}_at`)} is not null then jsonb_build_object('at',
    ${sql.ref(`l.${name}_at`)}, 'name', (select u.realname from app_user u where u.id = ${sql.ref(`l.${name}_by`)})) end`
  const { rows } = await sql<LineMarks>`
    select l.no, ${mark('called')} as called, ${mark('repeated')} as repeated, ${mark('operated')} as operated,
      ${mark('ticked')} as ticked from ticket_line l where l.ticket_id = ${id}`.execute(db)
  const marks = new Map(rows.map((row) => [row.no, row]))
  const shown = (given: Mark | undefined): Mark =>
    given ? { at: toWireTime(new Date(given.at), who.timeZone), name: given.name } : null
  return tickedLines(content).map(({ group, text }, at) => {
    const found = marks.get(at + 1)
    return {
      no: at + 1,
      group,
      text,
      called: shown(found?.called),
      repeated: shown(found?.repeated),
      operated: shown(found?.operated),
      ticked: shown(found?.ticked),
    }
  })
}

export async function readPeople({ db, who }: Ctx, id: string): Promise<TicketPerson[]> {
  const rows = await db
    .selectFrom('ticket_person')
    .selectAll()
    .where('ticket_id', '=', id)
    .orderBy('no')
    .execute()
  return rows.map((row) => ({
    no: row.no,
    part: row.part as TicketPerson['part'],
    personId: row.person_id,
    name: row.name,
    watch: row.watch,
    certificate: row.certificate,
    briefedTime: toWireTimeOrNull(row.briefed_at, who.timeZone),
    isInside: row.inside,
    leftTime: toWireTimeOrNull(row.left_at, who.timeZone),
    isRemoved: row.removed,
  }))
}

type EarthRow = {
  id: string
  earthId: string
  earthName: string
  kind: EarthKind
  place: string
  testedAt: Date
  installedAt: Date
  installedBy: string
  installedGuard: string
  removedAt: Date | null
  removedBy: string | null
  removedGuard: string | null
  handedId: string | null
  handedNo: string | null
}

export async function readEarths(ctx: Ctx, id: string): Promise<TicketDetail['earths']> {
  const { db, who } = ctx
  const { rows } = await sql<EarthRow>`
    select h.id, h.earth_id as "earthId", e.name as "earthName", e.kind, h.place, h.tested_at as "testedAt",
      h.installed_at as "installedAt", up.realname as "installedBy", upper.realname as "installedGuard",
      h.removed_at as "removedAt", down.realname as "removedBy", downer.realname as "removedGuard",
      h.handed_to as "handedId", heir.number as "handedNo"
    from earth_hanging h
      join earth e on e.tenant_id = h.tenant_id and e.id = h.earth_id
      join app_user up on up.tenant_id = h.tenant_id and up.id = h.installed_by
      join app_user upper on upper.tenant_id = h.tenant_id and upper.id = h.install_guard
      left join app_user down on down.tenant_id = h.tenant_id and down.id = h.removed_by
      left join app_user downer on downer.tenant_id = h.tenant_id and downer.id = h.remove_guard
      left join ticket heir on heir.tenant_id = h.tenant_id and heir.id = h.handed_to
    where h.ticket_id = ${id} order by h.id`.execute(db)
  const photos = await readEarthPhotos(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map(({ kind, testedAt, installedAt, removedAt, handedId, handedNo, ...row }) => ({
    ...row,
    ...present(photos.get(row.id)),
    kindLabel: earthKinds[kind],
    testedTime: toWireTime(testedAt, who.timeZone),
    installedTime: toWireTime(installedAt, who.timeZone),
    removedTime: toWireTimeOrNull(removedAt, who.timeZone),
    handedTo: handedId === null ? null : { id: handedId, ticketNo: handedNo ?? '' },
  }))
}

const otherActions: Record<string, string> = {
  edit: '修改',
  enter: '交底签名',
  leave: '离场签名',
  addPerson: '增加人员',
  removePerson: '减少人员',
  measureDone: '执行安全措施',
  call: '唱票',
  repeat: '复诵',
  operate: '操作',
  tick: '打√',
  hang: '装设接地',
  unhang: '拆除接地',
  handOver: '移交接地',
  takeOver: '接收接地',
  ask: '申请变更',
  agreeChange: '同意变更',
  refuseChange: '不同意变更',
  withdrawChange: '撤回变更',
  reading: '气体测定',
  fieldRecord: '补充记录',
  stopSeen: '确认停止作业',
}

const titleOfAction = (kind: TicketKind, action: string): string =>
  isOwn(ticketActs, action) ? titleOfAct(kind, action as TicketAct) : (own(otherActions, action) ?? action)

const isPhone = (userAgent: string) => /Mobi|Android|iPhone/i.test(userAgent)

export async function readEvents(
  { db, who }: Ctx,
  { id, kind }: LockedTicket,
  hash: string,
): Promise<TicketEvent[]> {
  const rows = await db
    .selectFrom('ticket_event')
    .selectAll()
    .where('ticket_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: toWireTime(row.at, who.timeZone),
    actorName: row.actor_name,
    roleName: row.role === null ? '' : titleOfRole(row.role),
    actionName: titleOfAction(kind, row.action),
    note: row.note,
    stateLabel:
      row.to_state === row.from_state ? null : titleOfTicketState(kind, row.to_state as TicketState),
    address: row.address,
    device: isPhone(row.user_agent) ? '手机' : '电脑',
    contentHash: row.content_hash.slice(0, 12),
    isOutdated: row.role !== null && row.content_hash !== hash,
  }))
}
