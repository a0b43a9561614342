import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { updateGiven, type UpdateFromFile } from '../../platform/update-given.ts'
import { recordEvents, type Change } from './events.ts'
import { explainTaken } from './write.ts'

/** A device from a file; without a code the database assigns one. */
export type NewDevice = {
  row: number
  psId: string
  typeId: string
  spaceId: string | null
  code: string | null
  name: string
  model: string | null
  manufacturer: string | null
  serialNo: string | null
  ratedKw: number | null
  installedOn: string | null
  warrantyEnd: string | null
  remark: string | null
}

export type DeviceUpdate = UpdateFromFile<Change>

type ImportCtx = Pick<Ctx, 'db' | 'who' | 'now'>

const noteOf = (fileName: string, row: number) => `${fileName} 第 ${row} 行`

/** Inserts new devices and the first entry of their history in one statement. */
export async function addImported(
  { db, who, now }: ImportCtx,
  devices: readonly NewDevice[],
  fileName: string,
): Promise<void> {
  const given = devices.map((device) => ({ ...device, note: noteOf(fileName, device.row) }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g ("psId" bigint, "typeId" bigint,
        "spaceId" bigint, code text, name text, model text, manufacturer text, "serialNo" text, "ratedKw" numeric,
        "installedOn" date, "warrantyEnd" date, remark text, note text, "row" int)
    ), added as (
      insert into device (station_id, type_id, space_id, code, name, model, manufacturer, serial_no, rated_kw,
        installed_on, warranty_end, remark, created_at, updated_at)
      select "psId", "typeId", "spaceId", code, name, model, manufacturer, "serialNo", "ratedKw", "installedOn",
        "warrantyEnd", remark, ${now}::timestamptz, ${now}::timestamptz
      from given order by "row" returning id, station_id, name
    )
    insert into device_event (device_id, at, actor_id, actor_name, action, note)
      select added.id, ${now}::timestamptz, ${who.userId}::bigint, ${who.realname}::text, 'create', given.note
      from added join given on given."psId" = added.station_id and given.name = added.name order by added.id`
    .execute(db)
    .catch(explainTaken)
}

/** Writes the changes with their history; false if one of the devices has changed meanwhile. */
export async function writeImported(
  ctx: ImportCtx,
  updates: readonly DeviceUpdate[],
  fileName: string,
): Promise<boolean> {
  const written = await updateGiven(ctx.db, 'device', updates, ctx.now).catch(explainTaken)
  await recordEvents(
    ctx,
    updates.map(({ id, row, changes }) => ({
      deviceId: id,
      action: 'edit',
      changes,
      note: noteOf(fileName, row),
    })),
  )
  return written
}
