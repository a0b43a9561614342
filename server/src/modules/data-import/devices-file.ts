import type { NewDevice } from '../devices/index.ts'
import type { DeviceColumn } from './columns.ts'
import type { Findings } from './findings.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

export type DeviceRow = Omit<NewDevice, 'psId' | 'typeId' | 'spaceId'> & {
  psName: string
  /** A type's name, or its path: `逆变器/组串式逆变器`. */
  typeName: string
  spacePath: string | null
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/

/** The valid rows of a device list; everything else is reported in the findings. */
export function checkDevices(table: Table, findings: Findings): DeviceRow[] {
  const codes = new Map<string, number>()
  const names = new Map<string, number>()
  return readRows('devices', table, findings, (reader: RowReader<DeviceColumn>) => {
    const code = reader.text('code', 64)
    const name = reader.requiredText('name', 100)
    const psName = reader.requiredText('psName', 100)
    const typeName = reader.requiredText('typeName', 200)
    const rest = {
      spacePath: reader.text('spacePath', 300),
      model: reader.text('model', 64),
      manufacturer: reader.text('manufacturer', 64),
      serialNo: reader.text('serialNo', 64),
      ratedKw: reader.number('ratedKw', { min: 0, max: 100_000_000 }),
      installedOn: reader.day('installedOn'),
      warrantyEnd: reader.day('warrantyEnd'),
      remark: reader.text('remark', 500),
    }
    if (code !== null && !CODE.test(code))
      reader.error('code', '只能使用字母、数字和 . _ / -，并以字母或数字开头')
    if (rest.installedOn && rest.warrantyEnd && rest.warrantyEnd < rest.installedOn)
      reader.error('warrantyEnd', `早于投运日期 ${rest.installedOn}`)
    const place = `${psName}\n${name}`
    const sameCode = code === null ? undefined : codes.get(code)
    const sameName = names.get(place)
    if (sameCode) reader.error('code', `与第 ${sameCode} 行的编码“${code}”重复`)
    if (sameName) reader.error('name', `与第 ${sameName} 行是同一电站的同名设备`)
    if (!reader.ok || name === null || psName === null || typeName === null) return null
    if (code !== null) codes.set(code, reader.row)
    names.set(place, reader.row)
    return { row: reader.row, code, name, psName, typeName, ...rest }
  })
}
