import { itemDefinition } from '@heliodesk/contract/inspection-items.ts'
import type { InspectionSheet, SheetItem, SheetLineRow } from '@heliodesk/contract/inspection-sheets.ts'

/** An item of a sheet with a temperature that has no limits. */
export const sheetItem = (more: object = {}, itemId = '7'): SheetItem => ({
  itemId,
  itemVersion: 1,
  category: 'transformer',
  isStationLimits: false,
  ...itemDefinition.parse({ name: '油温', method: '表计', kind: 'number', unit: '℃', limits: {}, ...more }),
})

/** The first line of a sheet, in which nothing is recorded yet. */
export const sheetLine = (more: Partial<SheetLineRow> = {}): SheetLineRow => ({
  no: 1,
  stop: 1,
  itemId: '7',
  version: 1,
  verdict: null,
  grade: null,
  value: null,
  parts: [],
  isReread: false,
  note: '',
  exemptReason: '',
  defect: null,
  recorderId: null,
  recorderName: null,
  doneTime: null,
  trend: [],
  photoList: [],
  ...more,
})

/** A sheet of one transformer. */
export const sheetWith = (more: Partial<InspectionSheet> = {}): InspectionSheet => ({
  orderId: '5',
  workCode: 'GD1',
  title: '周巡检',
  orderVersion: 3,
  flowSts: 2,
  psId: '1',
  psName: '红柳沟',
  liablePerson: null,
  startTime: null,
  planEndTime: null,
  finishTime: null,
  ambient: null,
  recordRefusal: null,
  itemList: [sheetItem()],
  stopList: [
    { stop: 1, deviceId: '9', name: '3 号箱变', model: null, code: null, spaceName: null, defectList: [] },
  ],
  lineList: [sheetLine()],
  ...more,
})
