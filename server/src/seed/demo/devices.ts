import { own } from '@heliodesk/contract/own.ts'
import { present } from '../../platform/certain.ts'
import type { PlannedStation } from './stations.ts'

/** What faults and routines of the demo refer to: a branch of the type tree, or the part of a device that fails. */
export type DeviceType =
  | '逆变器'
  | '汇流箱'
  | '箱变'
  | '集电线路'
  | '升压站设备'
  | 'SVG'
  | '气象站'
  | '电表'
  | '监控通讯'
  | '安防消防'

export type PlannedDevice = {
  name: string
  deviceType: DeviceType
  /** From the type tree that every tenant starts with. */
  typeCode: string
  model: string
  manufacturer: string
  ratedKw: number | null
}

const CENTRAL_BLOCK_KWP = 3900
const STRING_BLOCK_KWP = 1950
const INVERTERS_IN_STRING_BLOCK = 5
const COMBINERS_PER_INVERTER = 2

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The station's register of devices, numbered as in domain.md §8 (`3号箱变-05号逆变器`). */
export function planDevices(station: PlannedStation): PlannedDevice[] {
  if (station.siteType === 'C') return [...blocksOf(station), ...substationOf(station)]
  const size = station.siteType === 'G' ? 110 : 50
  const inverters = Math.max(4, Math.round(station.acKw / size))
  return [
    ...numbered(inverters).map((number) =>
      device(`${twoDigits(number)}号逆变器`, 'NB02', `ZC-${size}KTL`, size),
    ),
    ...numbered(Math.ceil(inverters / 12)).map((number) =>
      device(`${number}号交流并网柜`, 'HL03', 'HL-16Z', null),
    ),
    device('并网计量表', 'DB02', '多功能电能表', null),
    device('数据采集器', 'TX02', '数采-4G', null),
  ]
}

/** Blocks of a ground station: small and new ones have string inverters, the others central ones. */
function blocksOf(station: PlannedStation): PlannedDevice[] {
  const hasStringInverters = station.capacityKwp <= 30_000 && station.gridDate >= '2019'
  const blockKwp = hasStringInverters ? STRING_BLOCK_KWP : CENTRAL_BLOCK_KWP
  const blocks = numbered(Math.max(2, Math.round(station.capacityKwp / blockKwp)))
  if (hasStringInverters) return blocks.flatMap((block) => stringBlock(`${block}号箱变`))
  return blocks.flatMap((block) => centralBlock(`${block}号箱变`, station.gridDate < '2017'))
}

const stringBlock = (place: string): PlannedDevice[] => [
  device(place, 'XB01', 'ZGS-1600/35', 1600),
  ...numbered(INVERTERS_IN_STRING_BLOCK).map((number) =>
    device(`${place}-${twoDigits(number)}号逆变器`, 'NB02', 'ZC-320HX', 320),
  ),
]

/** Before 2017 two inverters shared a transformer. */
const centralBlock = (place: string, old: boolean): PlannedDevice[] => [
  device(place, 'XB01', 'YB-3150/35', 3150),
  ...numbered(old ? 2 : 1).flatMap((number) => centralInverter(`${place}-${twoDigits(number)}号逆变器`, old)),
]

const centralInverter = (name: string, old: boolean): PlannedDevice[] => [
  device(name, 'NB01', old ? 'JZ-1250' : 'JZ-3125', old ? 1250 : 3125),
  ...numbered(COMBINERS_PER_INVERTER).map((number) =>
    device(`${name}-${twoDigits(number)}号汇流箱`, 'HL01', old ? 'HL-16Z' : 'HL-24Z', null),
  ),
]

function substationOf(station: PlannedStation): PlannedDevice[] {
  const lines = Math.max(1, Math.round(station.capacityKwp / 25_000))
  const large = station.capacityKwp > 60_000
  return [
    ...numbered(lines).map((line) =>
      device(`35kV集电${line}线`, 'JD02', 'ZR-YJV22-35', Math.round(station.acKw / lines)),
    ),
    device('1号主变', 'SY01', large ? 'SZ18-100000/110' : 'SZ11-50000/110', station.acKw),
    device('35kV开关柜', 'SY02', 'KYN61-40.5', null),
    device('220V直流屏', 'SY04', 'GZDW-220', null),
    device('1号SVG', 'WG01', 'SVG-10M/35', null),
    device('1号气象站', 'QX', 'QX-7', null),
    device('关口计量表', 'DB01', '多功能电能表', null),
    device('中控监控系统', 'TX01', '站控层-2', null),
    device('安防消防系统', 'AF', '周界-8路', null),
  ]
}

const makers: Record<DeviceType, string> = {
  逆变器: '示例厂家甲',
  汇流箱: '示例厂家甲',
  箱变: '示例厂家乙',
  集电线路: '示例厂家乙',
  升压站设备: '示例厂家乙',
  SVG: '示例厂家丙',
  气象站: '示例厂家丙',
  电表: '示例厂家丙',
  监控通讯: '示例厂家丁',
  安防消防: '示例厂家丁',
}

/** Names of the type tree's branches in the demo's tasks. */
const branches: Record<string, DeviceType> = {
  NB: '逆变器',
  HL: '汇流箱',
  XB: '箱变',
  JD: '集电线路',
  SY: '升压站设备',
  WG: 'SVG',
  QX: '气象站',
  DB: '电表',
  TX: '监控通讯',
  AF: '安防消防',
}

function device(name: string, typeCode: string, model: string, ratedKw: number | null): PlannedDevice {
  const deviceType = present(own(branches, typeCode.slice(0, 2)))
  return { name, deviceType, typeCode, model, manufacturer: makers[deviceType], ratedKw }
}
