import { itemDefinition, type ItemDefinition } from '@heliodesk/contract/inspection-items.ts'
import { judged } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { createRandom, type Random } from '../../../kernel/first-data/random.ts'
import { insertRows } from '../../../platform/insert-rows.ts'
import type { Db } from '../../../platform/postgres.ts'
import { openSheet } from '../open.ts'

const ROUNDS_A_STATION = 6

type Round = {
  id: string
  stationId: string
  otherSts: number
  liableId: string | null
  liable: string | null
  startedAt: Date | null
  submittedAt: Date | null
}

/** Planned work of one station of each department becomes its weekly round; what is in hand first. */
async function makeRounds({ db, now }: DemoCompany): Promise<Round[]> {
  const { rows } = await sql<Round>`
    with fit as (
      select o.tenant_id, o.id, o.station_id, o.dep_code, o.created_at,
        o.flow_sts = 2 and o.other_sts = 3 as in_hand from work_order o
      where o.task_type in (2, 3, 4, 12) and o.need_ticket = 0 and o.flow_sts < 5 and o.created_at > ${now}::timestamptz - interval '150 days'
        and exists (select from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id
          where d.tenant_id = o.tenant_id and d.station_id = o.station_id and starts_with(t.code, 'XB'))
        and not exists (select from ticket_order k where k.tenant_id = o.tenant_id and k.order_id = o.id)
    ), chosen as (
      select distinct on (dep_code) station_id from fit group by dep_code, station_id
      order by dep_code, bool_or(in_hand) desc, count(*) desc, station_id
    ), taken as (
      select id from (
        select f.*, row_number() over (partition by f.station_id order by f.in_hand desc, f.created_at desc, f.id) as place
        from fit f join chosen using (station_id)) ranked
      where place <= ${sql.lit(ROUNDS_A_STATION)}
    ), bare as (
      update work_order_execution e set steps = '[]', prerequisites = '[]' from taken t where e.order_id = t.id
    )
    update work_order o set task_type = ${INSPECTION}, type_version = 1, form = '{}', shown = '{}', need_work_hours = false,
      work_subclass = '例行巡检', ops_source_category = '4', task_description = '箱变与逆变器周巡检', device_id = null
    from taken t where o.id = t.id
    returning o.id, o.station_id as "stationId", o.other_sts as "otherSts", o.liable_user_id as "liableId",
      o.liable_person as liable, o.work_start_time as "startedAt", o.submit_time as "submittedAt"`.execute(db)
  return rows.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
}

const ITEMS = {
  XB: [
    '低压桩头温度 A 相',
    '低压桩头温度 B 相',
    '低压桩头温度 C 相',
    '相间温差',
    '油位',
    '渗漏油',
    '呼吸器硅胶变色',
  ],
  NB: ['机内温度', '转换效率', '进出风与滤网', '异响'],
} as const

/** Two transformers of a station and the inverters beside them. */
async function devicesOf(db: Db, stationId: string) {
  const { rows } = await sql<{ id: string; kind: keyof typeof ITEMS }>`
    select id, kind from (
      select d.id, left(t.code, 2) as kind,
        row_number() over (partition by left(t.code, 2) order by d.code) as place
      from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id
      where d.station_id = ${stationId} and d.status = '1' and left(t.code, 2) in ('XB', 'NB')) each
    where place <= 3 order by kind desc, id`.execute(db)
  return rows
}

/** What is usually read: a value, or a few that it is computed of. */
const usual: Record<string, (random: Random) => { value: number | null; parts: number[] }> = {
  '低压桩头温度 A 相': (random) => ({ value: 42 + random.whole(0, 14), parts: [] }),
  '低压桩头温度 B 相': (random) => ({ value: 42 + random.whole(0, 12), parts: [] }),
  '低压桩头温度 C 相': (random) => ({ value: 42 + random.whole(0, 12), parts: [] }),
  相间温差: (random) => ({ value: null, parts: [48 + random.whole(0, 4), 48 + random.whole(0, 4), 48] }),
  油位: (random) => ({ value: 45 + random.whole(0, 10), parts: [] }),
  呼吸器硅胶变色: (random) => ({ value: 20 + random.whole(0, 35), parts: [] }),
  机内温度: (random) => ({ value: 52 + random.whole(0, 15), parts: [] }),
  转换效率: (random) => ({ value: null, parts: [200, 196.4 + random.whole(0, 16) / 10] }),
}

/** Of the sheet's devices so many are done while its order is worked on. */
const HALF = 3

function found(item: ItemDefinition, random: Random) {
  const isRare = random.chance(0.02)
  const read = usual[item.name]?.(random) ?? { value: null, parts: [] }
  const hot =
    isRare && item.name.startsWith('低压桩头温度') ? { value: 92 + random.whole(0, 6), parts: [] } : read
  const verdict = item.kind === 'judge' ? (isRare ? 'abnormal' : 'normal') : null
  const result = judged(item, { ...hot, verdict, isReread: true, note: '' })
  if (typeof result === 'string') throw new Error(result)
  return result
}

const REASONS = ['已登记在册，下次检修处理', '复测正常，继续观察', '已现场清理']

/** A few weeks of rounds at some stations, with what was read. */
export async function addRounds(company: DemoCompany): Promise<void> {
  const { db, name, now } = company
  const random = createRandom(`inspections ${name}`)
  const rounds = await makeRounds(company)
  const { rows: items } = await sql<{ id: string; name: string }>`
    select id, name from inspection_item where deleted_at is null`.execute(db)
  const itemOf = new Map(items.map(({ id, name: item }) => [item, id]))
  for (const round of rounds) {
    const devices = await devicesOf(db, round.stationId)
    const lines = devices.flatMap(({ id, kind }) =>
      ITEMS[kind].flatMap((item) => {
        const itemId = itemOf.get(item)
        return itemId === undefined ? [] : [{ itemId, spaceId: null, deviceId: id }]
      }),
    )
    await openSheet({ db, now: round.startedAt ?? now }, round.id, lines)
    if (round.startedAt && round.liableId) await fill(db, round, random)
  }
}

async function fill(
  db: Db,
  { id, otherSts, liableId, liable, startedAt, submittedAt }: Round,
  random: Random,
) {
  const isWhole = otherSts === 4 || otherSts === 5 || otherSts === 6
  const { rows } = await sql<{ no: number; stop: number; definition: unknown }>`
    select l.no, l.stop, v.definition from inspection_sheet_line l
    join inspection_item_version v
      on v.tenant_id = l.tenant_id and v.item_id = l.item_id and v.version = l.item_version
    where l.order_id = ${id} and (${isWhole} or l.stop <= ${HALF}) order by l.no`.execute(db)
  const begun = startedAt?.getTime() ?? 0
  const lines = rows.map(({ no, definition }) => {
    const { verdict, grade, value, parts } = found(itemDefinition.parse(definition), random)
    const at = new Date(begun + no * 60_000).toISOString()
    const reason = verdict === 'abnormal' ? random.pick(REASONS) : ''
    return { no, verdict, grade, value, parts, at, reason }
  })
  await sql`
    update inspection_sheet_line l set verdict = f.verdict, grade = f.grade, value = f.value, parts = f.parts,
      is_reread = f.value is not null, exempt_reason = f.reason, recorded_by = ${liableId}, recorded_at = f.at,
      done_at = f.at, version = 2
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as f (no int, verdict text, grade text, value numeric, parts numeric[], at timestamptz, reason text)
    where l.order_id = ${id} and l.no = f.no`.execute(db)
  await insertRows(
    db,
    'inspection_event',
    lines.map(({ no, verdict, value, at }) => ({
      order_id: id,
      no,
      at,
      done_at: at,
      actor_id: liableId,
      actor_name: liable ?? '',
      action: 'record',
      verdict,
      value,
    })) as never[],
  )
  if (isWhole && submittedAt)
    await sql`
      update inspection_sheet set finished_at = ${submittedAt}, finished_by = ${liableId} where order_id = ${id}`.execute(
      db,
    )
}
