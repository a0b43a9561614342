import { stationCalls } from '@heliodesk/contract/stations.ts'
import { sql, type SqlBool } from 'kysely'
import { mentions } from '../../kernel/conditions.ts'
import { defineModule } from '../../kernel/context.ts'
import { listHistory } from './history.ts'
import { listOptions, listProvinces, listStations } from './list.ts'
import { addPsa, editPsa, getPsa, listPsaOptions, listPsas, removePsa, requireVisiblePsa } from './psas.ts'
import { getStationDetail, getVisibleStation, stationRows, withLabel } from './rows.ts'
import { addStation, editStation, isNameTaken, restoreStation, retireStation } from './upkeep.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { onKey } from '../../platform/on-key.ts'
import { stationExport } from './export.ts'
import './first-data.ts'

export { coveredBy, listOf } from './covered.ts'
export { matchingStations } from './list.ts'
export { recordStationEvent, type Change } from './history.ts'
export { listRelatedPsas, mayRelate, requireRelatablePsas, visiblePsas } from './psas.ts'
export { getVisibleStation, keepStation, keepVisibleStation, visibleStation } from './rows.ts'

offerExport('stations', stationExport)

export const stations = defineModule(stationCalls, {
  page: listStations,
  options: listOptions,
  provinces: listProvinces,

  detail: (ctx, { psId }) => getStationDetail(ctx, psId),

  async devices(ctx, { psId, name, typeId }) {
    await getVisibleStation(ctx, psId)
    let matches = ctx.db
      .selectFrom('device as d')
      .innerJoin('device_type as t', onKey('t.id', 'd.type_id'))
      .select(['d.id', 'd.name', 'd.code', 't.name as deviceType'])
      .where('d.station_id', '=', psId)
      .where('d.status', '=', '1')
      .where(mentions(sql`d.name || ' ' || d.code`, name, 'd'))
    if (typeId)
      matches = matches.where(sql<SqlBool>`d.type_id in (
        with recursive below as (
          select id from device_type where id = ${typeId}
          union all select t.id from below join device_type t on t.parent_id = below.id
        ) select id from below)`)
    return matches.orderBy('d.name_place').orderBy('d.name').limit(500).execute()
  },

  async listByPsa(ctx, { psaId }) {
    await requireVisiblePsa(ctx, psaId)
    const rows = await stationRows(ctx)
      .where('s.psa_id', '=', psaId)
      .orderBy('s.name_place')
      .orderBy('s.name')
      .execute()
    return rows.map(withLabel)
  },

  nameTaken: isNameTaken,
  add: addStation,
  edit: editStation,
  retire: retireStation,
  restore: restoreStation,
  history: listHistory,

  psaOptions: listPsaOptions,
  psaList: listPsas,
  psaDetail: (ctx, { id }) => getPsa(ctx, id),
  addPsa,
  editPsa,
  removePsa,
})
