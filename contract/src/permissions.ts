import { isOwn, own } from './own.ts'
/** All permission codes of the product with their Chinese names, for seeds, refusals and the role editor. */
export const permissionTitles = {
  'order:list': '查看工单',
  'order:create': '新建工单',
  'order:assign': '指派工单',
  'order:claim': '接单',
  'order:execute': '执行工单',
  'order:extend': '申请延期',
  'order:check': '验收工单',
  'order:audit': '审批延期',
  'order:terminate': '作废工单',
  'order:export': '导出工单',
  'appearance:manage': '维护站容站貌检查项',
  'inspectionItem:list': '查看巡检项目',
  'inspectionItem:edit': '维护巡检项目',
  'comment:history': '查看评论修改记录',
  'savedView:share': '共享列表视图',
  'hall:view': '查看接单大厅',
  'portal:view': '查看工作门户',
  'schedule:view': '查看任务视图',
  'statistics:view': '查看统计分析',
  'cleaning:view': '查看清洗工单',
  'plan:list': '查看巡检计划',
  'plan:edit': '编制巡检计划',
  'plan:audit': '审核巡检计划',
  'cycle:list': '查看巡检周期',
  'cycle:edit': '维护巡检周期',
  'station:list': '查看电站',
  'station:edit': '维护电站',
  'telemetry:write': '写入测量值和告警',
  'device:list': '查看设备台账',
  'device:edit': '维护设备台账',
  'ticket:list': '查看两票',
  'ticket:create': '开票',
  'ticket:sign': '办理两票签字',
  'ticket:review': '审核动火票',
  'ticket:approve': '批准一级动火票',
  'ticket:export': '导出两票',
  'ticketReview:list': '查看两票评价',
  'ticketReview:edit': '评价两票',
  'ticket:board': '查看当日看板',
  'qualification:list': '查看三种人名单',
  'qualification:edit': '维护三种人名单',
  'typicalTicket:list': '查看典型票',
  'typicalTicket:edit': '维护典型票',
  'earth:list': '查看接地线台账',
  'earth:edit': '维护接地线台账',
  'department:manage': '部门管理',
  'position:manage': '岗位管理',
  'user:manage': '用户管理',
  'dataRole:manage': '维护数据角色',
  'user:personal': '查看他人手机号和身份证号',
  'role:manage': '角色管理',
  'menu:manage': '菜单管理',
  'dict:manage': '字典管理',
  'rule:manage': '编码规则管理',
  'template:manage': '维护模板附件',
  'workflow:manage': '维护流程定义',
  'calendar:manage': '维护节假日历',
  'form:manage': '维护审批表单',
  'taskType:manage': '维护任务类型',
  'defectGrading:manage': '维护定级模板',
  'import:run': '数据导入',
  'online:view': '查看在线用户',
  'log:view': '查看登录日志',
  'audit:view': '查看审计日志',
  'api:manage': '维护开放接口',
  'job:manage': '管理后台任务',
  'tenant:manage': '管理租户',
  'health:view': '查看系统健康',
  'dashboard:view': '查看首页',
  'setting:system': '系统配置',
  'setting:business': '业务配置',
  'message:view': '查看消息',
  'message:announce': '发公告',
  'mail:write': '给总经理写信',
  'feedback:answer': '处理问题反馈',
  'assistant:use': '使用智能助手',
  'sister:houseHold': '进入户用系统',
  'sister:iSolarHealth': '进入健康评估系统',
  'sister:smartAnalyze': '进入数据分析系统',
  'sister:solarCare': '进入智能巡检系统',
  'sister:integratedPlatform': '进入一体化平台',
} as const

export type PermissionCode = keyof typeof permissionTitles

/** What only the platform's own company has: its people operate the platform. */
const ofOperator: readonly PermissionCode[] = ['tenant:manage', 'health:view']

export const isOperatorsCode = (code: string): boolean => (ofOperator as readonly string[]).includes(code)

/** What the other companies have. */
export const companyCodes = (Object.keys(permissionTitles) as PermissionCode[]).filter(
  (code) => !isOperatorsCode(code),
)

export const titleOfPermission = (code: string): string =>
  isOwn(permissionTitles, code) ? permissionTitles[code as PermissionCode] : code

/** What a page lets one do: the columns of the role editor, in its order. */
export const rightColumns = ['查看', '新建', '编辑', '删除', '指派', '审批', '导出'] as const
export type RightColumn = (typeof rightColumns)[number]

const columnsByKind: Record<string, readonly RightColumn[]> = {
  list: ['查看'],
  view: ['查看'],
  create: ['新建'],
  edit: ['新建', '编辑', '删除'],
  manage: ['查看', '新建', '编辑', '删除'],
  assign: ['指派'],
  audit: ['审批'],
  export: ['导出'],
}

/** Permissions that cover less than others of their kind: jobs are not made by people. */
const columnsByCode: Record<string, readonly RightColumn[]> = { 'job:manage': ['查看'] }

/** The neighbouring columns that a permission covers, by the end of its code; none for others, such as order:claim. */
export const columnsOf = (code: string | null): readonly RightColumn[] =>
  own(columnsByCode, code ?? '') ?? own(columnsByKind, code?.split(':').at(-1) ?? '') ?? []
