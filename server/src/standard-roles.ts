import { companyCodes, type PermissionCode } from '@heliodesk/contract/permissions.ts'

/** Permissions of everybody in the company, in any role. */
const everybody: PermissionCode[] = ['dashboard:view', 'message:view', 'mail:write', 'assistant:use']

/** What is seen of the daily work. */
const reading: PermissionCode[] = [
  'order:list',
  'schedule:view',
  'cleaning:view',
  'station:list',
  'device:list',
]

/** What those see of the two tickets who work under them. */
const underTickets: PermissionCode[] = [
  'ticket:list',
  'ticket:board',
  'ticket:create',
  'ticket:sign',
  'typicalTicket:list',
  'qualification:list',
  'earth:list',
]

/** What those keep who answer for the two tickets of their stations. */
const keepingTickets: PermissionCode[] = [
  ...underTickets,
  'ticket:export',
  'typicalTicket:edit',
  'qualification:edit',
  'earth:edit',
]

/** The supervision of the two tickets. */
const supervising: PermissionCode[] = ['ticketReview:list', 'ticketReview:edit']

/** What those who direct the work of others may do. */
const directing: PermissionCode[] = [
  ...reading,
  ...keepingTickets,
  ...supervising,
  'portal:view',
  'statistics:view',
  'order:assign',
  'order:audit',
  'order:terminate',
  'order:export',
  'savedView:share',
  'device:edit',
  'inspectionItem:list',
  'inspectionItem:edit',
  'message:announce',
  'plan:list',
  'plan:edit',
  'cycle:list',
  'cycle:edit',
]

type StandardRole = { name: string; description: string; codes: PermissionCode[] }

/** The roles that every tenant starts with, and their permissions. */
export const standardRoles = {
  admin: {
    name: '管理员',
    description: '管理用户、角色、部门、字典与全部业务',
    codes: companyCodes,
  },
  r10010: {
    name: '区域经理',
    description: '统筹所辖区域的工单、审批与数据',
    codes: [
      ...everybody,
      ...directing,
      'appearance:manage',
      'import:run',
      'ticket:review',
      'ticket:approve',
      'plan:audit',
    ],
  },
  r10020: {
    name: '站长',
    description: '派单、验收，安排所辖电站的工作',
    codes: [...everybody, ...directing, 'order:create', 'order:claim', 'order:check', 'hall:view'],
  },
  r10030: {
    name: '运维工程师',
    description: '接单、执行并提交工单',
    codes: [
      ...everybody,
      ...reading,
      ...underTickets,
      'portal:view',
      'hall:view',
      'order:create',
      'order:claim',
      'order:execute',
      'order:extend',
    ],
  },
  r10025: {
    name: '值班员',
    description: '值班监盘与许可',
    codes: [...everybody, ...reading, ...keepingTickets, 'ticketReview:list', 'portal:view'],
  },
  r10040: {
    name: '安全员',
    description: '安全监督检查',
    codes: [...everybody, ...reading, ...keepingTickets, ...supervising, 'portal:view', 'ticket:review'],
  },
  // What it may do exists in the platform's own company only.
  platform: {
    name: '平台运营',
    description: '平台运行，不接触业务数据',
    codes: ['station:list', 'tenant:manage', 'health:view'],
  },
  r10055: {
    name: '合作方访客',
    description: '只读查看工单',
    codes: [...everybody, ...reading],
  },
} satisfies Record<string, StandardRole>

export type RoleCode = keyof typeof standardRoles
