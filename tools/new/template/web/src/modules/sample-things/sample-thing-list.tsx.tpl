import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { sampleThingTitles, type sampleThingCalls } from '@heliodesk/contract/sample-things.ts'
import { byPlace } from '../../domain/record-filters.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export type SampleThing = Received<typeof sampleThingCalls.detail>

export const sampleThingFilters: readonly Filter<Sent<typeof sampleThingCalls.page>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: sampleThingTitles.name },
  { ...byPlace, name: 'place', label: '电站' },
]

export const sampleThingColumns: readonly Column<SampleThing>[] = [
  textColumn('name', sampleThingTitles.name, 220, { grow: true, lock: true }),
  textColumn('psName', sampleThingTitles.psName, 160),
  textColumn('depName', sampleThingTitles.depName, 140),
  textColumn('remark', sampleThingTitles.remark, 200),
  textColumn('updatedBy', sampleThingTitles.updatedBy, 110),
  minuteColumn('updateTime', sampleThingTitles.updateTime, 148),
]
