import { findProvince } from '@heliodesk/contract/province-spellings.ts'
import { siteTypes } from '@heliodesk/contract/stations.ts'
import type { StationColumn } from './columns.ts'
import { clip, type Findings } from './findings.ts'
import { Identities } from './identity.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

const siteCodes = ['C', 'G', 'H'] as const

export type StationRow = Omit<ReturnType<typeof readStation>, 'name'> & {
  row: number
  /** The name to store: equal names of one file are numbered. */
  name: string
  /** The name in the file. */
  givenName: string
  /** Identifies a row without an external key. */
  importKey: string | null
  /** Whether the file contains the site type; otherwise it is the default. */
  siteTypeGiven: boolean
}

type Reader = RowReader<StationColumn>

const MAX_KW = 100_000_000

/** The valid rows of a station list; everything else is reported in the findings. */
export function checkStations(table: Table, findings: Findings): StationRow[] {
  const identities = new Identities('station')
  const names = new Map<string, number>()
  const externalKeys = new Map<string, number>()
  return readRows('stations', table, findings, (reader: Reader) => {
    const given = readStation(reader)
    if (given.gridDate && given.warrantyEnd && given.warrantyEnd < given.gridDate)
      reader.error('warrantyEnd', `早于并网日期 ${given.gridDate}`)
    const earlier = given.externalKey && externalKeys.get(given.externalKey)
    if (earlier) reader.error('externalKey', `与第 ${earlier} 行的编号“${given.externalKey}”重复`)
    if (!reader.ok || given.name === null) return null
    if (given.externalKey) externalKeys.set(given.externalKey, reader.row)
    const importKey = given.externalKey ? null : identities.next(contentOf(given))
    return {
      ...given,
      row: reader.row,
      name: nameApart(reader, given.name, names),
      givenName: given.name,
      siteTypeGiven: reader.has('siteType'),
      importKey,
    }
  })
}

/** Columns added later count only if they are filled, so that rows imported before are still recognised. */
function contentOf(given: ReturnType<typeof readStation>): (string | number | null)[] {
  const { county, address, contactName, contactPhone, warrantyEnd, ...first } = given
  const later = Object.entries({ county, address, contactName, contactPhone, warrantyEnd })
  return [...Object.values(first), ...later.flatMap(([name, value]) => (value === null ? [] : [name, value]))]
}

const PHONE = /^\+?[\d() -]{5,24}$/

function readPhone(reader: Reader): string | null {
  const text = reader.text('contactPhone', 32)
  if (text === null || PHONE.test(text)) return text
  return reader.error('contactPhone', `“${clip(text)}”不是电话号码`)
}

function readStation(reader: Reader) {
  const [latitude, longitude] = readPlace(reader)
  return {
    name: reader.requiredText('name', 100),
    externalKey: readExternalKey(reader),
    siteType: readSiteType(reader),
    capacityKwp: readCapacity(reader),
    acKw: reader.number('acKw', { min: 0, max: MAX_KW }),
    gridDate: reader.day('gridDate'),
    province: readProvince(reader),
    city: reader.text('city', 100),
    latitude,
    longitude,
    ownerName: reader.text('ownerName', 200),
    tariff: reader.number('tariff', { min: 0, max: 100 }),
    county: reader.text('county', 32),
    address: reader.text('address', 128),
    contactName: reader.text('contactName', 32),
    contactPhone: readPhone(reader),
    warrantyEnd: reader.day('warrantyEnd'),
  }
}

/** Plant numbers are those of the excerpt from the Global Power Plant Database. */
function readExternalKey(reader: Reader): string | null {
  const plantId = reader.text('plantId', 64)
  return reader.text('externalKey', 64) ?? (plantId && `gppd:${plantId}`)
}

function readSiteType(reader: Reader): (typeof siteCodes)[number] {
  const text = reader.text('siteType', 20)
  if (!text) return 'C'
  const found = siteCodes.find((code) => text.toUpperCase() === code || text === siteTypes[code])
  if (!found)
    reader.error('siteType', `“${clip(text)}”不是电站类型，应为${Object.values(siteTypes).join('、')}之一`)
  return found ?? 'C'
}

function readCapacity(reader: Reader): number | null {
  if (!reader.has('capacityKwp') && !reader.has('capacityMw')) reader.warn('capacityKwp', '缺少容量')
  const kwp = reader.number('capacityKwp', { min: 0, max: MAX_KW })
  const mw = reader.number('capacityMw', { min: 0, max: MAX_KW / 1000 })
  return kwp ?? (mw === null ? null : Math.round(mw * 1_000_000) / 1000)
}

function readProvince(reader: Reader): string | null {
  if (!reader.has('province')) reader.warn('province', '缺少省份')
  const text = reader.text('province', 64)
  if (text === null) return null
  const province = findProvince(text)
  if (province === null) reader.warn('province', `“${clip(text)}”不是已知的省份，按原文记录`)
  return province ?? text
}

function readPlace(reader: Reader): [number | null, number | null] {
  const hasLatitude = reader.has('latitude')
  const hasLongitude = reader.has('longitude')
  if (!hasLatitude && !hasLongitude) reader.warn('latitude', '缺少经纬度')
  else if (!hasLatitude) reader.error('latitude', '填写了经度，但缺少纬度')
  else if (!hasLongitude) reader.error('longitude', '填写了纬度，但缺少经度')
  return [
    reader.number('latitude', { min: -90, max: 90 }),
    reader.number('longitude', { min: -180, max: 180 }),
  ]
}

/** Station names must be unique in a project, so equal names of a file get a number. */
function nameApart(reader: Reader, name: string, names: Map<string, number>): string {
  const earlier = names.get(name)
  let own = name
  for (let number = 2; names.has(own); number++) own = `${name}（${number}）`
  names.set(own, reader.row)
  if (earlier) reader.warn('name', `与第 ${earlier} 行同名，按“${own}”记录`)
  return own
}
