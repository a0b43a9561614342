import type { TaskType } from '@heliodesk/contract/work-order-rules.ts'

type Flag = 'photo' | 'value'
type Step = {
  name: string
  required: boolean
  needPhoto: boolean
  needValue: boolean
  done: false
  doneAt: null
  value: ''
  note: ''
}
type Prerequisite = { name: string; required: boolean; met: false }
export type TaskTemplate = { prerequisites: Prerequisite[]; steps: Step[]; needWorkHours: boolean }

const stepOf = (name: string, required: boolean, flags: Flag[]): Step => ({
  name,
  required,
  needPhoto: flags.includes('photo'),
  needValue: flags.includes('value'),
  done: false,
  doneAt: null,
  value: '',
  note: '',
})
const must = (name: string, ...flags: Flag[]) => stepOf(name, true, flags)
const may = (name: string, ...flags: Flag[]) => stepOf(name, false, flags)
const need = (name: string): Prerequisite => ({ name, required: true, met: false })
const wish = (name: string): Prerequisite => ({ name, required: false, met: false })

const briefing = must('班前会与风险交底')
const makeSafe = may('办票、停电、验电')
const cleanUp = must('清理现场', 'photo')
const restore = may('恢复送电')

const inField = (...steps: Step[]) => [briefing, ...steps, cleanUp]
const onEquipment = (...steps: Step[]) => [briefing, makeSafe, ...steps, cleanUp, restore]
const template = (prerequisites: Prerequisite[], steps: Step[], needWorkHours = true): TaskTemplate => ({
  prerequisites,
  steps,
  needWorkHours,
})

/** What an order of each type requires (domain.md §2); copied into the order when it is taken. */
export const taskTemplates: Record<TaskType, TaskTemplate> = {
  1: template(
    [need('无大风雨，组件温度不高'), need('水源与水质已确认'), wish('外委合同与安全交底齐全')],
    inField(
      must('核对清洗区域与容量'),
      must('测清洗前对比组串电流', 'photo', 'value'),
      must('断开影响区域接线，检查有无破损漏电'),
      must('由上至下冲洗刷洗', 'photo'),
      may('处理鸟粪、泥斑等顽固污渍', 'photo'),
      must('抽检清洗质量', 'photo'),
      must('测清洗后对比组串电流', 'photo', 'value'),
      must('登记完成容量', 'value'),
      may('登记用水量', 'value'),
    ),
  ),
  2: template(
    [need('作业区无除草剂禁令限制'), need('火险等级允许作业'), need('安全交底完成')],
    inField(
      must('划区并标出电缆走向', 'photo'),
      must('检查机具护罩'),
      must('组件前沿及阵列间割草', 'photo'),
      must('人工清除汇流箱、箱变周边杂草', 'photo'),
      may('清理缠绕支架的藤蔓'),
      must('草屑清运'),
      may('围栏外 5 米防火带', 'photo'),
      must('复查遮挡', 'photo'),
    ),
  ),
  3: template(
    [need('停电申请已批准'), need('试验方案已审核'), need('仪器在检定有效期内')],
    onEquipment(
      must('核对试验方案'),
      must('停电、验电、接地', 'photo'),
      must('拆接线并做标记', 'photo'),
      must('绝缘电阻测试', 'value', 'photo'),
      may('直流电阻测试', 'value'),
      may('耐压试验', 'value'),
      may('接地电阻测试', 'value'),
      must('放电'),
      must('恢复接线并双人核对', 'photo'),
      must('出具试验报告'),
      may('超标项上报缺陷'),
    ),
  ),
  4: template(
    [need('配置与数据库已备份'), need('调度已批复'), need('双人作业')],
    [
      briefing,
      must('备份配置与数据库'),
      must('检查网络拓扑与端口'),
      may('校时'),
      may('升级或更换'),
      must('遥信遥测核对', 'photo'),
      must('恶意代码与日志检查'),
      must('观察运行 24 小时'),
      must('记录版本', 'value'),
    ],
  ),
  7: template(
    [need('设备已停运'), need('告警已确认')],
    onEquipment(
      must('查看告警与录波', 'photo'),
      may('远程复位一次（允许时）'),
      must('现场停机断电并等待放电'),
      must('外观检查，测绝缘与电压', 'photo', 'value'),
      must('定位并更换故障部件', 'photo'),
      must('恢复并网'),
      must('观察运行 2 小时'),
      must('填写损失电量', 'value'),
    ),
  ),
  8: template(
    [need('缺陷定级完成'), wish('备件已到位')],
    onEquipment(
      must('现场确认', 'photo'),
      may('申请备件'),
      must('处理缺陷', 'photo'),
      must('测试', 'value'),
      must('处理后拍照', 'photo'),
      may('更新设备台账'),
    ),
  ),
  9: template(
    [need('改造方案已批准'), need('预算已批准'), need('图纸已会审')],
    onEquipment(
      must('现场勘察', 'photo'),
      must('方案评审'),
      must('备料到货核对', 'photo'),
      must('停电实施', 'photo'),
      must('分步验收', 'photo'),
      must('试运行 72 小时'),
      must('资料归档'),
      may('效益评估', 'value'),
    ),
  ),
  10: template(
    [need('月度偏差分析完成')],
    [
      must('计算应发与实发电量', 'value'),
      must('按逆变器排序查找低效设备'),
      must('按积灰、遮挡、衰减、故障、限电分类'),
      must('制定整改清单'),
      must('逐项整改', 'photo'),
      may('次月复核'),
      must('填写提升电量', 'value'),
    ],
    false,
  ),
  11: template(
    [need('已收到停电通知单')],
    [
      briefing,
      must('核对停电范围'),
      must('报调度'),
      must('停机', 'photo'),
      may('安排借机消缺'),
      must('记录实际停送电时间', 'value'),
      must('恢复运行', 'photo'),
      must('计算损失电量并归为非责任', 'value'),
    ],
  ),
  12: template([], [must('明确要求'), must('执行'), may('留痕', 'photo'), must('反馈结果')]),
  13: template(
    [need('标杆组串清单已核对')],
    inField(
      must('核对标杆组串编号'),
      must('辐照不低于 600 W/m² 时记录电流', 'photo', 'value'),
      must('清洗标杆组串', 'photo'),
      must('干燥 10 分钟后复测电流', 'photo', 'value'),
      must('与相邻组串比较并计算 SR', 'value'),
      must('上传记录'),
    ),
  ),
  14: template(
    [need('账单已收到'), need('抄表完成')],
    [
      must('抄关口表反向有功、无功', 'photo', 'value'),
      must('录入账单分时电量'),
      must('复核基本电费、电度电费、力调电费', 'value'),
      may('差异说明'),
      must('审批付款'),
      must('归档发票', 'photo'),
    ],
    false,
  ),
  15: template(
    [need('已接调度或值班命令')],
    onEquipment(
      must('5 分钟内响应'),
      must('隔离故障', 'photo'),
      must('报告站长与调度'),
      must('集结人员与备件'),
      must('办理抢修单许可'),
      must('修复并试验', 'photo', 'value'),
      must('送电', 'photo'),
      must('24 小时内提交事故快报'),
    ),
  ),
  16: template(
    [need('需求单已提交'), need('业主已确认'), need('三家报价齐全')],
    [
      must('提出需求'),
      must('业主确认'),
      must('询价比价', 'value'),
      must('签订合同或订单'),
      must('到货验收', 'photo'),
      must('入库'),
      may('结算'),
    ],
    false,
  ),
  18: template(
    [need('检查表已下发')],
    [
      must('按清单逐项拍照自评', 'photo', 'value'),
      may('勾选不涉及项'),
      must('提交区域审核'),
      may('整改'),
      must('整改前后对比', 'photo'),
      may('复检'),
    ],
  ),
}
