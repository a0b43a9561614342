import type { sampleThingQuery } from '@heliodesk/contract/sample-things.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mentions } from '../../kernel/conditions.ts'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { onKey } from '../../platform/on-key.ts'
import { coveredBy } from '../stations/index.ts'

type Reading = Pick<Ctx, 'db' | 'who'>

/** The sample things of the stations in scope. */
export const visibleSampleThings = ({ db, who }: Reading) =>
  db
    .selectFrom('sample_thing as t')
    .innerJoin('station as s', onKey('s.id', 't.station_id'))
    .where(visibleStations(who, 's'))

/** With the fields of the list, under their names on the wire. */
export const sampleThingRows = (ctx: Reading) =>
  visibleSampleThings(ctx)
    .innerJoin('department as d', onKey('d.id', 's.department_id'))
    .innerJoin('app_user as u', onKey('u.id', 't.updated_by'))
    .select(['t.id', 't.name', 't.remark', 't.updated_at as updateTime', 't.version'])
    .select(['s.id as psId', 's.name as psName', 'd.name as depName', 'u.realname as updatedBy'])

/** Those that match the filters, in the order of the list. */
export const matching = (ctx: Reading, { keyword, ...place }: z.output<typeof sampleThingQuery>) =>
  sampleThingRows(ctx)
    .where(mentions(sql`t.name`, keyword))
    .$if(Boolean(place.depCodes || place.psaIds || place.psIds), (rows) => rows.where(coveredBy(place)))
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
