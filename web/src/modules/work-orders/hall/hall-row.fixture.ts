import type { HallRow } from './hall-rows.ts'

/** An order of the hall. */
export const hallRow = (id: string, more: Partial<HallRow> = {}): HallRow => ({
  id,
  version: 1,
  workCode: `GD${id}`,
  psaId: '40',
  psaName: '红柳沟项目',
  psId: '12',
  psName: '红柳沟一期',
  taskType: 7,
  taskTypeLabel: '故障',
  taskDescription: `第 ${id} 单`,
  deviceName: '3 号箱变',
  areaName: null,
  planEndTime: '2026-11-24 18:00:00',
  overHours: null,
  needTicket: 0,
  lossPower: 100,
  createTime: '2026-11-24 08:00:00',
  distanceKm: null,
  travelMinutes: null,
  bearing: null,
  sunset: '2026-11-24 17:34:00',
  recoverableKwh: 303,
  recoverableYuan: 79,
  ...more,
})
