import type { TaskType } from '@heliodesk/contract/work-order-rules.ts'
import type { DeviceType } from './devices.ts'
import { faultsOfType, lossOf, type Grade } from './faults.ts'
import type { Place } from './place.ts'
import type { Random } from './random.ts'
import { routineTasks } from './routine-tasks.ts'

/** A task with its place and device. */
export type Task = {
  description: string
  areaName: string | null
  workSubclass: string
  device: Place['devices'][number] | null
  grade: Grade | null
  /** kWh lost per hour until the order is closed. */
  lossPower: number
}

/** A task of this type that is plausible for this station at that time. */
export function inventTask(type: TaskType, place: Place, createdAt: number, random: Random): Task {
  if (type === 7 || type === 8 || type === 15) return inventFault(type, place, random)
  return { device: null, grade: null, lossPower: 0, ...routineTasks[type](place, createdAt, random) }
}

const subclassesOfDevice: Record<DeviceType, [fault: string, defect: string]> = {
  逆变器: ['逆变器故障', '逆变器缺陷'],
  汇流箱: ['汇流箱故障', '汇流箱缺陷'],
  箱变: ['箱变故障', '箱变缺陷'],
  集电线路: ['集电线路故障', '集电线路缺陷'],
  升压站设备: ['升压站故障', '升压站缺陷'],
  SVG: ['升压站故障', '升压站缺陷'],
  气象站: ['监控通讯故障', '监控通讯缺陷'],
  电表: ['监控通讯故障', '监控通讯缺陷'],
  监控通讯: ['监控通讯故障', '监控通讯缺陷'],
  安防消防: ['监控通讯故障', '辅助设施缺陷'],
}

function inventFault(type: 7 | 8 | 15, place: Place, random: Random): Task {
  const fault = random.pick(
    faultsOfType[type].filter(({ device, named = '' }) =>
      place.devices.some((each) => each.deviceType === device && each.name.includes(named)),
    ),
  )
  const device = random.pick(
    place.devices.filter((each) => each.deviceType === fault.device && each.name.includes(fault.named ?? '')),
  )
  const text = fault.text.replace('#', String(random.whole(1, 18)).padStart(2, '0'))
  return {
    description: `${device.name}${text}`,
    areaName: areaOf(device.name),
    workSubclass: subclassOfFault(type, fault.device, fault.subclass),
    device,
    grade: fault.grade,
    lossPower: lossOf(fault, device),
  }
}

function subclassOfFault(type: 7 | 8 | 15, device: DeviceType, own: string | undefined): string {
  if (type === 7) return subclassesOfDevice[device][0]
  if (type === 8) return own ?? subclassesOfDevice[device][1]
  if (device === '安防消防') return '灾害抢修'
  return device === '集电线路' ? '线路抢修' : '设备抢修'
}

function areaOf(deviceName: string): string {
  const block = /^(\d+)号箱变/.exec(deviceName)?.[1]
  if (block) return `${block}号方阵`
  if (deviceName.includes('集电')) return '集电线路'
  return /逆变器|并网|采集器/.test(deviceName) ? '阵列区' : '升压站'
}
