import { stationCalls } from '@heliodesk/contract/stations.ts'
import { sql, type SqlBool } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { isUnder, visibleStations } from '../../kernel/scope.ts'
import { addPsa, editPsa, listPsaOptions, listPsas, removePsa, requireVisiblePsa } from './psas.ts'
import { getStationDetail, getVisibleStation, idsOf, stationRows, withLabel } from './rows.ts'
import { addStation, editStation } from './upkeep.ts'

export { mayRelate, pageOfPsas, requireRelatablePsas } from './psas.ts'
export { getVisibleStation } from './rows.ts'

export const stations = defineModule(stationCalls, {
  async page(ctx, { curPage, size, psName, psaIds, topPsIds, depCode, maintenanceStatus, status }) {
    const matching = sql<SqlBool>`${sql.join(
      [
        visibleStations(ctx.who, 's'),
        ...(psName ? [sql`strpos(s.name, ${psName}) > 0`] : []),
        ...(psaIds ? [sql`s.psa_id = any(${idsOf(psaIds)}::bigint[])`] : []),
        ...(depCode ? [isUnder('s.dep_code', depCode)] : []),
        ...(maintenanceStatus ? [sql`s.maintenance_status = ${maintenanceStatus}`] : []),
        ...(status ? [sql`s.status = ${status}`] : []),
      ],
      sql` and `,
    )}`
    const counted = await ctx.db
      .selectFrom('station as s')
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .where(matching)
      .executeTakeFirstOrThrow()
    const total = Number(counted.total)
    const top = idsOf(topPsIds)
    const rows = await stationRows(ctx)
      .where(matching)
      .$if(top.length > 0, (query) => query.orderBy(sql`s.id = any(${top}::bigint[])`, 'desc'))
      // The operator of the path's index, which then delivers the rows in order.
      .orderBy(sql`s.dep_code using ~<~`)
      .orderBy('s.id')
      .limit(size)
      .offset((curPage - 1) * size)
      .execute()
    return { list: rows.map(withLabel), hasNextPage: curPage * size < total, total }
  },

  detail: (ctx, { psId }) => getStationDetail(ctx, psId),

  async devices(ctx, { psId, name }) {
    await getVisibleStation(ctx, psId)
    let matches = ctx.db
      .selectFrom('device')
      .select(['id', 'name', 'device_type as deviceType', 'model'])
      .where('station_id', '=', psId)
      .where('status', '=', '1')
    if (name) matches = matches.where((eb) => eb(eb.fn('strpos', ['name', eb.val(name)]), '>', 0))
    return matches.orderBy('name').limit(500).execute()
  },

  async listByPsa(ctx, { psaId }) {
    await requireVisiblePsa(ctx, psaId)
    const rows = await stationRows(ctx).where('s.psa_id', '=', psaId).orderBy('s.name').execute()
    return rows.map(withLabel)
  },

  add: addStation,
  edit: editStation,

  psaOptions: listPsaOptions,
  psaList: listPsas,
  addPsa,
  editPsa,
  removePsa,
})
