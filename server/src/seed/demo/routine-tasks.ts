import type { TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { present } from '../../platform/certain.ts'
import { workSubclasses } from '../dictionaries.ts'
import { dateOf, DAY } from './calendar.ts'
import type { Place } from './place.ts'
import type { Random } from './random.ts'

/** Work without a fault: its description, area and subclass. */
type Routine = { description: string; areaName: string | null; workSubclass: string }

const blocksOf = (place: Place) => place.devices.filter((device) => device.deviceType === '箱变').length
const linesOf = (place: Place) => place.devices.filter((device) => device.deviceType === '集电线路').length

/** Two neighbouring blocks of a ground station, or an area of a roof or village. */
function someArea(place: Place, random: Random): { name: string; kwp: number } {
  const blocks = blocksOf(place)
  if (blocks < 2)
    return { name: `${random.pick(['东', '西', '南', '北'])}侧区域`, kwp: Math.round(place.capacityKwp / 4) }
  const first = random.whole(1, blocks - 1)
  return { name: `${first}~${first + 1}号方阵`, kwp: Math.round((place.capacityKwp / blocks) * 2) }
}

const supplies = [
  ['光伏组件550Wp', '块', 40, 200, '备件'],
  ['MC4连接器', '对', 100, 500, '备件'],
  ['直流熔断器15A/1500V', '只', 50, 300, '备件'],
  ['直流防雷器', '只', 10, 60, '备件'],
  ['通讯板', '块', 2, 10, '备件'],
  ['散热风扇', '台', 4, 20, '备件'],
  ['35kV冷缩终端头', '套', 1, 6, '备件'],
  ['接地线35kV', '组', 1, 4, '工器具'],
  ['绝缘手套12kV', '双', 2, 10, '工器具'],
  ['割草机刀片', '片', 10, 60, '耗材'],
] as const

type Choice = readonly [workSubclass: string, work: string]

const tests = (place: Place, line: number, random: Random): Choice[] => [
  ['高压预试', `35kV集电${line}线电缆预防性试验`],
  ['高压预试', '1号主变预防性试验'],
  ['红外检测', `${someArea(place, random).name}汇流箱、箱变红外测温`],
  ['IV测试', `${someArea(place, random).name}组串IV曲线测试`],
  ['EL检测', '组件EL隐裂抽检200块'],
  ['接地电阻测试', '升压站及阵列区接地电阻测试'],
  ['保护校验', `35kV集电${line}线保护装置校验`],
]

const roofTests: Choice[] = [
  ['红外检测', '屋顶阵列及并网柜红外测温'],
  ['IV测试', '组串IV曲线抽测'],
  ['接地电阻测试', '防雷接地电阻测试'],
]

const systems: Choice[] = [
  ['监控系统', '监控后台数据库备份与磁盘清理'],
  ['监控系统', '监控系统补丁升级与遥信遥测核对'],
  ['通讯网络', '环网交换机配置备份与光口清洁'],
  ['继电保护', '保护装置定值核对与对时检查'],
  ['AGC/AVC', 'AGC/AVC 子站联调与响应测试'],
  ['功率预测', '功率预测上报率检查与模型参数更新'],
  ['网络安全', '网络安全基线检查与弱口令整改'],
]

const roofSystems: Choice[] = [
  ['监控系统', '监控平台数据与计量表核对'],
  ['通讯网络', '数据采集器固件升级与流量卡检查'],
  ['继电保护', '并网柜保护定值核对'],
]

const modifications: Choice[] = [
  ['设备改造', '逆变器散热系统改造'],
  ['设备改造', '箱变低压侧测温装置加装'],
  ['设备改造', '老旧汇流箱采集板更换'],
  ['系统升级', '视频安防系统升级'],
  ['安全整改', '电缆沟防火封堵整改'],
]

const roofModifications: Choice[] = [
  ['设备改造', '逆变器散热风道改造'],
  ['系统升级', '数据采集器换型'],
  ['安全整改', '屋面检修通道与生命线加装'],
]

const otherMatters: Choice[] = [
  ['资料台账', '设备台账与图纸核对归档'],
  ['资料台账', '安全工器具台账清查'],
  ['迎检接待', '迎接业主季度检查准备'],
  ['防汛', '排水沟清淤与防汛物资清点'],
  ['培训演练', '触电急救与消防演练'],
]

const NORTHERN_LATITUDE = 40
const WINTER = new Set([11, 12, 1, 2])

export const routineTasks: Record<
  Exclude<TaskType, 7 | 8 | 15>,
  (place: Place, at: number, random: Random) => Routine
> = {
  1(place, _at, random) {
    const area = someArea(place, random)
    const workSubclass = random.pick(workSubclasses[1])
    return {
      description: `${area.name}组件${workSubclass}，容量${area.kwp}kWp`,
      areaName: area.name,
      workSubclass,
    }
  },
  2(place, _at, random) {
    const area = someArea(place, random)
    const workSubclass = random.pick(workSubclasses[2])
    const acres = Math.max(5, Math.round((area.kwp / 1000) * 18))
    return { description: `${area.name}${workSubclass}，约${acres}亩`, areaName: area.name, workSubclass }
  },
  3(place, _at, random) {
    const line = random.whole(1, Math.max(1, linesOf(place)))
    const [workSubclass, work] = random.pick(place.siteType === 'C' ? tests(place, line, random) : roofTests)
    return { description: work, areaName: place.siteType === 'C' ? '升压站及阵列区' : '屋顶', workSubclass }
  },
  4(place, _at, random) {
    const ground = place.siteType === 'C'
    const [workSubclass, work] = random.pick(ground ? systems : roofSystems)
    return { description: work, areaName: ground ? '中控室' : '并网柜', workSubclass }
  },
  9(place, _at, random) {
    const [workSubclass, work] = random.pick(place.siteType === 'C' ? modifications : roofModifications)
    return { description: work, areaName: null, workSubclass }
  },
  10(_place, at, random) {
    const { month } = dateOf(at - 15 * DAY)
    const workSubclass = random.pick(workSubclasses[10])
    const deviation = random.decimal(3.1, 6.8, 2)
    return {
      description: `${month}月发电量偏差率${deviation}%，${workSubclass}`,
      areaName: '全站',
      workSubclass,
    }
  },
  11(_place, at, random) {
    const { month, day } = dateOf(at + 2 * DAY)
    const workSubclass = random.pick(workSubclasses[11])
    const work = random.pick(['并网线路检修', '对侧变电站母线检修', '送出线路绝缘子更换'])
    return {
      description: `${month}月${day}日电网${work}，全站${workSubclass}陪停`,
      areaName: '全站',
      workSubclass,
    }
  },
  12(place, at, random) {
    const snow = place.latitude > NORTHERN_LATITUDE && WINTER.has(dateOf(at).month)
    if (snow && random.chance(0.8)) {
      return { description: '降雪后阵列区与进站道路除雪', areaName: '阵列区', workSubclass: '除雪' }
    }
    const [workSubclass, work] = random.pick(otherMatters)
    return { description: work, areaName: null, workSubclass }
  },
  13(_place, at, random) {
    const { month } = dateOf(at)
    const strings = random.whole(2, 6)
    return {
      description: `${month}月标杆组串清洗与SR测试，共${strings}串`,
      areaName: '标杆阵列',
      workSubclass: present(workSubclasses[13][0]),
    }
  },
  14(_place, at, random) {
    const { year, month } = dateOf(at - 15 * DAY)
    return {
      description: `${year}年${month}月下网电费核对与缴纳`,
      areaName: null,
      workSubclass: random.pick(workSubclasses[14]),
    }
  },
  16(_place, _at, random) {
    const [name, unit, low, high, workSubclass] = random.pick(supplies)
    return {
      description: `代业主采购${name} ${random.whole(low, high)}${unit}`,
      areaName: null,
      workSubclass,
    }
  },
  18(_place, at, random) {
    const { month } = dateOf(at)
    const workSubclass = random.pick(workSubclasses[18])
    const work = workSubclass === '月度检查' ? '站容站貌检查与整改' : '站容站貌专项整治'
    return { description: `${month}月${work}`, areaName: '全站', workSubclass }
  },
}
