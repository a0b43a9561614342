import { toWireDay } from '../../kernel/wire-time.ts'
import type { GenerationColumn } from './columns.ts'
import type { Moment } from './events-file.ts'
import type { Findings } from './findings.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

export type GenerationRow = {
  row: number
  /** Either key or name identifies the station. */
  externalKey: string | null
  psName: string | null
  day: string
  energyKwh: number
  irradiation: number | null
  rain: number | null
}

/** The valid rows of a file of daily figures; everything else is reported in the findings. */
export function checkGeneration(table: Table, moment: Moment, findings: Findings): GenerationRow[] {
  const today = toWireDay(moment.now, moment.timeZone)
  const seen = new Map<string, number>()
  return readRows('generation', table, findings, (reader: RowReader<GenerationColumn>) => {
    const externalKey = reader.text('externalKey', 64)
    const psName = reader.text('psName', 100)
    if (!externalKey && !psName) reader.error('externalKey', '请填写外部编号或电站名称')
    const day = reader.requiredDay('day')
    if (day && day > today) reader.error('day', `日期 ${day} 晚于今天`)
    if (!reader.has('energyKwh')) reader.error('energyKwh', '此项为必填项')
    const energyKwh = reader.number('energyKwh', { min: 0, max: 1_000_000_000 })
    const irradiation = reader.number('irradiation', { min: 0, max: 20 })
    const rain = reader.number('rain', { min: 0, max: 1000 })
    const place = JSON.stringify([externalKey, externalKey === null ? psName : null, day])
    const earlier = seen.get(place)
    if (earlier) reader.error('day', `与第 ${earlier} 行是同一电站的同一天`)
    if (!reader.ok || day === null || energyKwh === null) return null
    seen.set(place, reader.row)
    return { row: reader.row, externalKey, psName, day, energyKwh, irradiation, rain }
  })
}
