import type { DeviceType, PlannedDevice } from './devices.ts'

/** I, II, III of domain.md §3. */
export type Grade = 1 | 2 | 3

export type Fault = {
  grade: Grade
  device: DeviceType
  /** Follows the device's name; `#` becomes a string's number. */
  text: string
  /** The share of the device's rating that is lost. */
  share?: number
  /** Power lost, independent of the device's rating. */
  kw?: number
  /** The device is out of operation. */
  stops?: true
  /** Only devices whose name contains this. */
  named?: string
  subclass?: string
}

/** domain.md §8 "Defect texts". */
export const faults: Fault[] = [
  { grade: 1, device: '箱变', text: '低压侧冒烟并跳闸', share: 1, stops: true },
  { grade: 1, device: '集电线路', text: '电缆终端头放电', share: 1, stops: true },
  { grade: 1, device: '升压站设备', named: '主变', text: '轻瓦斯频繁动作' },
  { grade: 1, device: 'SVG', text: '水冷泄漏停机', stops: true },
  { grade: 1, device: '汇流箱', text: '内有起火痕迹', kw: 60, stops: true },
  { grade: 1, device: '升压站设备', named: '开关柜', text: '母线PT断线且保护闭锁' },
  { grade: 1, device: '升压站设备', named: '开关柜', text: '气室压力降至闭锁值' },
  { grade: 1, device: '安防消防', text: '：围栏被洪水冲毁，设备裸露' },
  { grade: 1, device: '监控通讯', text: '：全站通讯中断，调度失去监视', stops: true },
  { grade: 1, device: '升压站设备', named: '直流屏', text: '蓄电池组开路，直流失压', stops: true },
  { grade: 2, device: '逆变器', text: '绝缘阻抗低，反复停机', share: 1, stops: true },
  { grade: 2, device: '逆变器', text: 'IGBT故障，代码2066', share: 1, stops: true },
  { grade: 2, device: '逆变器', text: '风扇卡死，降额运行', share: 0.3 },
  { grade: 2, device: '箱变', text: 'A相低压桩头温度96℃', share: 0.1 },
  { grade: 2, device: '箱变', text: '油位低于下限' },
  { grade: 2, device: '集电线路', text: '电缆中间接头温差22K' },
  { grade: 2, device: '箱变', text: '框架断路器不能储能', share: 0.5, stops: true },
  {
    grade: 2,
    device: '逆变器',
    named: '箱变',
    text: '所带跟踪支架整排卡在东侧',
    kw: 45,
    subclass: '支架缺陷',
  },
  { grade: 2, device: '汇流箱', text: '通讯板烧毁' },
  { grade: 2, device: '监控通讯', text: '：AGC指令不响应' },
  { grade: 2, device: '监控通讯', text: '：功率预测服务器死机', stops: true },
  { grade: 2, device: '气象站', text: '辐照仪数据恒为零' },
  { grade: 2, device: '安防消防', text: '：消防主机主电故障' },
  { grade: 2, device: '升压站设备', named: '主变', text: '冷却风机一组停转' },
  { grade: 2, device: 'SVG', text: '功率单元温度高' },
  { grade: 2, device: '逆变器', text: '直流正极接地', share: 1, stops: true },
  { grade: 2, device: '电表', text: '失压告警' },
  { grade: 2, device: '升压站设备', named: '开关柜', text: '保护装置电源灯灭' },
  { grade: 2, device: '升压站设备', named: '开关柜', text: '有局放声' },
  { grade: 2, device: '逆变器', text: '交流接触器粘连', share: 1, stops: true },
  { grade: 2, device: '箱变', text: '测控离线' },
  { grade: 2, device: '监控通讯', text: '：光缆被挖断，环网单链' },
  { grade: 2, device: '箱变', text: '接地引下线锈断' },
  { grade: 2, device: '集电线路', text: '电缆沟进水，淹没支架' },
  { grade: 3, device: '汇流箱', named: '号汇流箱', text: '-#号组串电流为零', kw: 8, subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串电流为零', kw: 8, subclass: '组件缺陷' },
  { grade: 3, device: '汇流箱', named: '号汇流箱', text: '-#号组串MC4插头烧熔', kw: 8, subclass: '组件缺陷' },
  { grade: 3, device: '汇流箱', text: '第#路熔断器熔断', kw: 8 },
  {
    grade: 3,
    device: '汇流箱',
    named: '号汇流箱',
    text: '-#号组串组件玻璃炸裂',
    kw: 4,
    subclass: '组件缺陷',
  },
  { grade: 3, device: '逆变器', text: '-#号组串组件热斑温差28℃', kw: 1.5, subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串接线盒脱落', kw: 8, subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串组件蛇形裂纹成片', kw: 2, subclass: '组件缺陷' },
  { grade: 3, device: '汇流箱', named: '号汇流箱', text: '-#号组串组件边框松脱', subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串组件背板鼓包', subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串支架螺栓缺失三处', subclass: '支架缺陷' },
  { grade: 3, device: '逆变器', named: '箱变', text: '-#号组串支架立柱倾斜', subclass: '支架缺陷' },
  { grade: 3, device: '逆变器', named: '箱变', text: '-#号组串被杂草遮挡', kw: 3, subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串鸟粪密集', kw: 1.5, subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '-#号组串被新建厂房早晨遮挡', kw: 2, subclass: '组件缺陷' },
  { grade: 3, device: '逆变器', text: '滤网堵塞' },
  { grade: 3, device: '逆变器', text: '显示屏损坏' },
  { grade: 3, device: '逆变器', text: '通讯中断' },
  { grade: 3, device: '汇流箱', text: '防雷器指示变红' },
  { grade: 3, device: '汇流箱', text: '门锁损坏' },
  { grade: 3, device: '箱变', text: '标识牌褪色' },
  { grade: 3, device: '箱变', text: '门封条老化' },
  { grade: 3, device: '升压站设备', named: '主变', text: '呼吸器硅胶变色超三分之二' },
  { grade: 3, device: '箱变', text: '进线电缆桥架盖板缺失' },
  { grade: 3, device: '安防消防', text: '：摄像头黑屏' },
  { grade: 3, device: '集电线路', text: '沿线排水沟淤堵' },
  { grade: 3, device: '安防消防', text: '：应急灯不亮' },
]

/** domain.md §3: grade I becomes an emergency, a device out of operation a fault, everything else a defect. */
export const faultsOfType = {
  7: faults.filter((fault) => fault.stops),
  8: faults.filter((fault) => !fault.stops && fault.grade > 1),
  15: faults.filter((fault) => fault.grade === 1),
}

/** A device's average output by day, as a share of its rating. */
const MEAN_OUTPUT = 0.55

/** kWh lost per hour. */
export function lossOf(fault: Fault, device: PlannedDevice): number {
  const power = fault.kw ?? (fault.share ?? 0) * (device.ratedKw ?? 0)
  return Math.round(power * MEAN_OUTPUT * 10) / 10
}
