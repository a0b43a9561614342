import type { Output } from '@heliodesk/contract/call.ts'
import type { sampleThingCalls, sampleThingQuery } from '@heliodesk/contract/sample-things.ts'
import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { coveredBy } from '../stations/index.ts'

type Reading = Pick<Ctx, 'db' | 'who'>
type SampleThing = Output<(typeof sampleThingCalls)['detail']>

/** The sample things of the stations in scope. */
export const visibleSampleThings = ({ db, who }: Reading) =>
  db
    .selectFrom('sample_thing as t')
    .innerJoin('station as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.station_id'),
    )
    .where(visibleStations(who, 's'))

/** With the fields of the list. */
export const sampleThingRows = (ctx: Reading) =>
  visibleSampleThings(ctx)
    .innerJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 's.tenant_id').onRef('d.id', '=', 's.department_id'),
    )
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 't.tenant_id').onRef('u.id', '=', 't.updated_by'),
    )
    .select(['t.id', 't.name', 't.remark', 't.updated_at', 't.version'])
    .select(['s.id as psId', 's.name as psName', 'd.name as depName', 'u.realname as updatedBy'])

type Row = Awaited<ReturnType<ReturnType<typeof sampleThingRows>['executeTakeFirstOrThrow']>>

export const toSampleThing = ({ who }: Reading, { updated_at, ...row }: Row): SampleThing => ({
  ...row,
  updateTime: toWireTime(updated_at, who.timeZone),
})

/** Those that match the filters, in the order of the list. */
export const matching = (ctx: Reading, { keyword, ...place }: z.output<typeof sampleThingQuery>) =>
  sampleThingRows(ctx)
    .$if(Boolean(keyword), (rows) =>
      rows.where(sql<SqlBool>`strpos(lower(t.name), ${(keyword ?? '').toLowerCase()}) > 0`),
    )
    .$if(Boolean(place.depCodes || place.psaIds || place.psIds), (rows) => rows.where(coveredBy(place)))
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
