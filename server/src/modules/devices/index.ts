import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { sql, type SqlBool } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { admitReaders } from '../files/index.ts'
import { listEvents } from './events.ts'
import { replaceDevice, restoreDevice, retireDevice } from './life.ts'
import { listDevices } from './list.ts'
import { moveDevices } from './move.ts'
import { getDevice, getDeviceById } from './rows.ts'
import { addType, editType, getType, listTypes, removeType } from './types.ts'
import { addDevice, editDevice } from './write.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { deviceExport } from './export.ts'
import './first-data.ts'

export { addImported, writeImported, type DeviceUpdate, type NewDevice } from './import.ts'
export { isReservedCode } from './write.ts'

/** People who may see the devices of a station may see their pictures. */
admitReaders('device', async (ctx, path) => {
  if ((await missingRight(ctx, ['device:list'])) !== null) return false
  const { rows } = await sql`
    select from device_file f
      join device d on d.tenant_id = f.tenant_id and d.id = f.device_id
      join station s on s.tenant_id = d.tenant_id and s.id = d.station_id
    where f.path = ${path} and ${visibleStations(ctx.who, 's')}`.execute(ctx.db)
  return rows.length > 0
})

offerExport('devices', deviceExport)

export const devices = defineModule(deviceCalls, {
  page: listDevices,
  detail: (ctx, { id, code }) =>
    id ? getDeviceById(ctx, id) : getDevice(ctx, sql<SqlBool>`d.code = ${code ?? ''}`),
  history: (ctx, { id }) => listEvents(ctx, id),
  add: addDevice,
  edit: editDevice,
  move: moveDevices,
  retire: retireDevice,
  restore: restoreDevice,
  replace: replaceDevice,
  types: listTypes,
  typeDetail: (ctx, { id }) => getType(ctx, id),
  addType,
  editType,
  removeType,
})
