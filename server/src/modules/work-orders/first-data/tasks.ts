import type { TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'
import { dateOf, DAY } from '../../../kernel/first-data/calendar.ts'
import { flag, readTable } from '../../../kernel/first-data/data-file.ts'
import type { Random } from '../../../kernel/first-data/random.ts'
import { entryOf, present } from '../../../platform/certain.ts'
import type { Device, Place } from './places.ts'
import { taskType } from './task-type.ts'

/** A task with its place and device. */
export type Task = {
  description: string
  areaName: string | null
  workSubclass: string
  device: Device | null
  grade: Grade | null
  /** kWh lost per hour until the order is closed. */
  lossPower: number
}

/** I, II, III of domain.md §3. */
type Grade = 1 | 2 | 3

const fileOf = (name: string) => new URL(`./${name}.csv`, import.meta.url)

const routines = readTable(fileOf('routines'), {
  type: taskType,
  where: z.enum(['ground', 'roof', 'snow']).optional(),
  subclass: z.string(),
  area: z.string().optional(),
  /** The dates in the text are this many days after the order. */
  days: z.coerce.number().default(0),
  /** `{area}` is a word of `wordsFor`, `{a|b}` one of several texts, `{2-6}` a number of that range. */
  text: z.string(),
})

const faults = readTable(fileOf('faults'), {
  grade: z.literal(['1', '2', '3']).transform((grade) => Number(grade) as Grade),
  /** The branch of the device's type. */
  device: z.string(),
  /** Only devices whose name contains this. */
  named: z.string().default(''),
  /** Follows the device's name; `#` becomes a string's number. */
  text: z.string(),
  /** The device is out of operation. */
  stops: flag,
  /** The share of the device's rating that is lost. */
  share: z.coerce.number().default(0),
  /** Power lost, independent of the device's rating. */
  kw: z.coerce.number().optional(),
  /** Of the order for the fault or defect, and of the one for the emergency. */
  subclass: z.string().default(''),
  emergency: z.string().default(''),
})

/** domain.md §3: grade I becomes an emergency, a device out of operation a fault, everything else a defect. */
const faultsOfType = {
  7: faults.filter(({ stops }) => stops),
  8: faults.filter(({ stops, grade }) => !stops && grade > 1),
  15: faults.filter(({ grade }) => grade === 1),
}

/** A task of this type that is plausible for this station at that time. */
export function inventTask(type: TaskType, place: Place, createdAt: number, random: Random): Task {
  if (type === 7 || type === 8 || type === 15) return inventFault(type, place, random)
  return inventRoutine(type, place, createdAt, random)
}

/** A device's average output by day, as a share of its rating. */
const MEAN_OUTPUT = 0.55

function inventFault(type: 7 | 8 | 15, place: Place, random: Random): Task {
  const canStrike =
    ({ device, named }: (typeof faults)[number]) =>
    ({ type: branch, name }: Device) =>
      branch === device && name.includes(named)
  const fault = random.pick(faultsOfType[type].filter((each) => place.devices.some(canStrike(each))))
  const device = random.pick(place.devices.filter(canStrike(fault)))
  const text = fault.text.replace('#', String(random.whole(1, 18)).padStart(2, '0'))
  const power = fault.kw ?? fault.share * (device.ratedKw ?? 0)
  return {
    description: `${device.name}${text}`,
    areaName: areaOf(device.name),
    workSubclass: type === 15 ? fault.emergency : fault.subclass,
    device,
    grade: fault.grade,
    lossPower: Math.round(power * MEAN_OUTPUT * 10) / 10,
  }
}

function areaOf(deviceName: string): string {
  const block = /^(\d+)号箱变/.exec(deviceName)?.[1]
  if (block) return `${block}号方阵`
  if (deviceName.includes('集电')) return '集电线路'
  return /逆变器|并网|采集器/.test(deviceName) ? '阵列区' : '升压站'
}

const NORTHERN_LATITUDE = 40
const WINTER = new Set([11, 12, 1, 2])

function inventRoutine(type: TaskType, place: Place, at: number, random: Random): Task {
  const words = wordsFor(type, place, random)
  const snows = type === 12 && place.latitude > NORTHERN_LATITUDE && WINTER.has(dateOf(at).month)
  const where = snows && random.chance(0.8) ? 'snow' : place.siteType === 'C' ? 'ground' : 'roof'
  const fitting = routines.filter((each) => each.type === type && (each.where ?? where) === where)
  const special = fitting.filter((each) => each.where === where)
  const choices = special.length > 0 ? special : fitting
  const { text, area, subclass, days } = choices.length === 1 ? present(choices[0]) : random.pick(choices)
  const fill = (pattern: string) =>
    expand(pattern, new Map(Object.entries({ ...dateOf(at + days * DAY), ...words })), random)
  return {
    description: fill(text),
    areaName: area ? fill(area) : null,
    workSubclass: subclass,
    device: null,
    grade: null,
    lossPower: 0,
  }
}

type Words = Record<string, string | number>

/** The parts of the station that the text of a routine names. */
function wordsFor(type: TaskType, place: Place, random: Random): Words {
  if (type === 1 || type === 2) return someArea(place, random)
  if (type !== 3) return {}
  const lines = place.devices.filter((device) => device.type === '集电线路').length
  const line = random.whole(1, Math.max(1, lines))
  if (place.siteType !== 'C') return { line }
  const { area } = someArea(place, random)
  return { line, area, otherArea: someArea(place, random).area }
}

/** Two neighbouring blocks of a ground station, or an area of a roof or village, with its kWp and acres. */
function someArea(place: Place, random: Random) {
  const blocks = place.devices.filter((device) => device.type === '箱变').length
  const kwp = Math.round(blocks < 2 ? place.capacityKwp / 4 : (place.capacityKwp / blocks) * 2)
  const first = random.whole(1, blocks < 2 ? 4 : blocks - 1)
  const area = blocks < 2 ? `${'东西南北'.charAt(first - 1)}侧区域` : `${first}~${first + 1}号方阵`
  return { area, kwp, acres: Math.max(5, Math.round((kwp / 1000) * 18)) }
}

const expand = (pattern: string, words: Map<string, string | number>, random: Random): string =>
  pattern.replaceAll(/\{([^}]+)\}/g, (_, inside: string) => {
    if (inside.includes('|')) return random.pick(inside.split('|'))
    const [, low = '', high = ''] = /^([\d.]+)-([\d.]+)$/.exec(inside) ?? []
    if (low === '') return String(entryOf(words, inside))
    const digits = low.split('.')[1]?.length ?? 0
    return String(
      digits === 0
        ? random.whole(Number(low), Number(high))
        : random.decimal(Number(low), Number(high), digits),
    )
  })
