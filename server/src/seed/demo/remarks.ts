import type { TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { dateOf } from './calendar.ts'
import type { Random } from './random.ts'

type Remark = { text: string; types?: TaskType[]; about?: RegExp; months?: number[] }

/** domain.md §8 "Work-order remarks", by the step at which they are written and the orders they fit. */
const done: Remark[] = [
  { text: '已复位，观察两小时无复发。', types: [7] },
  { text: '已更换熔断器15A一只，电流9.1A正常。', about: /熔断器|电流为零/ },
  { text: '厂家远程升级完成。', types: [4, 7, 8], about: /监控|通讯|AGC|预测|采集|显示屏/ },
  { text: '雨后绝缘恢复，建议干燥后复测。', about: /绝缘阻抗|接地$/ },
  { text: '组件型号停产，用等效替换，已报备。', about: /玻璃|背板|热斑|裂纹|接线盒/ },
  { text: '已测温，最高61℃。', types: [3, 7, 8], about: /温|红外/ },
  { text: '接头重新压接，力矩合格。', about: /接头|MC4|桩头|终端头/ },
  { text: '除草伤电缆外皮一处，已包扎并报缺陷。', types: [2] },
  { text: '用水由业主提供。', types: [1, 13] },
  { text: '清洗后复测电流，提升明显。', types: [1, 13] },
  { text: '质保期内，已发索赔函。', about: /IGBT|风扇|接触器|显示屏|通讯板/ },
  { text: '牧民羊群进场，已劝离。', types: [2, 12] },
  { text: '电网限电，非本站原因。', types: [10, 11] },
  { text: '保险查勘员到场。', about: /起火|洪水|冒烟|炸裂/ },
  { text: '试运行72h结束，移交。', types: [9] },
  { text: '现场与图纸不符，已改图。', types: [9] },
  { text: '已关闭，建议列入技改。', types: [8] },
  { text: '人员变更：赵→周，已交底。', types: [1, 2, 3, 9] },
  { text: '已处理，试运行正常，照片已上传。', types: [7, 8, 15] },
  { text: '紧固、清洁后复测正常。', about: /温|热斑|接线盒|滤网|电流为零|螺栓|桩头|局放/ },
  { text: '按计划完成，现场已清理。', types: [1, 2, 3, 4, 9, 12, 13, 18] },
  { text: '已完成，资料归档。', types: [3, 4, 9, 10, 11, 12, 14, 16, 18] },
]

const underWay: Remark[] = [
  { text: '备件在途，预计周三到。', types: [7, 8, 15] },
  { text: '现场大风，暂停高处作业。', types: [1, 3, 8, 9] },
  { text: '需停电处理，已报调度。', types: [3, 7, 8] },
  { text: '业主要求避开生产时段。', types: [1, 4, 9, 11] },
  { text: '钥匙在中控室。' },
  { text: '道路积雪车辆进不去。', months: [12, 1, 2] },
  { text: '清洗完成62%，余下明日。', types: [1] },
  { text: '停电票未批，顺延。', types: [3] },
  { text: '申请延期两天：缺吊车。', types: [9, 15] },
]

const fitting = (remarks: Remark[], { type, description }: Subject, at: number) =>
  remarks.filter(
    (remark) =>
      (remark.types?.includes(type) ?? true) &&
      (remark.about?.test(description) ?? true) &&
      (remark.months?.includes(dateOf(at).month) ?? true),
  )

type Subject = { type: TaskType; description: string }

export const remarkWhenDone = (order: Subject, at: number, random: Random): string =>
  random.pick(fitting(done, order, at)).text

export const remarkUnderWay = (order: Subject, at: number, random: Random): string =>
  random.pick(fitting(underWay, order, at)).text

export const rejectReasons = [
  '照片缺作业后，退回补传。',
  '测试数值未填写完整，请补充。',
  '现场仍有杂物，请清理后重新提交。',
]

export const terminateReasons = [
  '与当日另一工单重复，已合并。',
  '现场核实为误报。',
  '计划调整，本次取消。',
  '业主要求取消。',
  '已并入技改项目统一处理。',
]

export const passNotes = ['', '', '', '验收发现标识未贴，整改后通过。', '同意，注意后续观察。']

export const hoursRemarks = ['', '', '', '工时含往返1.5h。']

export const suggestions = [
  '',
  '建议每季度复查一次。',
  '资料照片命名规范，继续保持。',
  '注意作业后现场清理。',
  '建议补充前后对比数据。',
]
