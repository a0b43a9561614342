import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  businessPage,
  businessPageOf,
  day,
  departmentCode,
  id,
  keyOf,
  named,
  nothing,
  requiredText,
  text,
  version,
} from './fields.ts'
import { kilovolts } from './kilovolts.ts'
import { ticketRoles } from './ticket-roles.ts'

const { command, query } = callsOf('qualification')

const list = { perm: 'qualification:list' } as const
const edit = { perm: 'qualification:edit' } as const

export const qualificationStates = {
  valid: '有效',
  expiring: '即将到期',
  future: '未生效',
  expired: '已到期',
  revoked: '已撤销',
} as const
export type QualificationState = keyof typeof qualificationStates

const role = keyOf(ticketRoles, '没有这种角色')

const qualification = z
  .object({
    id: z.string(),
    personId: z.string(),
    personName: z.string(),
    workNo: z.string().nullable(),
    /** The department of the person. */
    personDepName: z.string(),
    roles: z.array(role),
    roleNames: z.string(),
    /** The highest voltage, in kV. */
    voltage: keyOf(kilovolts),
    /** At whose stations, those of the departments below included. */
    depId: z.string(),
    depName: z.string(),
    /** The number of the document that published it. */
    publication: z.string(),
    certificate: z.string(),
    validFrom: z.string(),
    /** The last day. */
    validUntil: z.string(),
    state: keyOf(qualificationStates),
    stateLabel: z.string(),
    createdBy: z.string(),
    createTime: z.string(),
    revokedBy: z.string().nullable(),
    revokeTime: z.string().nullable(),
    revokeReason: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'Qualification' })
export type Qualification = z.output<typeof qualification>

const term = {
  publication: named('公布文号', requiredText(60)),
  validFrom: named('生效日期', day),
  validUntil: named('有效期至', day),
}

/** The filters, shared by the list and the export. */
export const qualificationQuery = z.object({
  /** Matches the person, the certificate and the publication. */
  keyword: named('关键词', text(50).optional()),
  role: named('角色', role.optional()),
  depCode: named('适用范围', departmentCode.optional()),
  state: named('状态', keyOf(qualificationStates, '没有这种状态').optional()),
})

/** The column titles by field, shared by the list and the export. */
export const qualificationTitles = {
  personName: '姓名',
  workNo: '工号',
  personDepName: '所在部门',
  roleNames: '角色',
  voltage: '电压等级',
  depName: '适用范围',
  publication: '公布文号',
  certificate: '证书编号',
  validFrom: '生效日期',
  validUntil: '有效期至',
  stateLabel: '状态',
  createdBy: '登记人',
  createTime: '登记时间',
} as const

/**
 * The yearly published list of who may sign what of the two tickets. An entry never changes, so that a signature can
 * always be traced to it: a mistake is revoked and entered anew, and a new year is a new entry.
 */
export const qualificationCalls = {
  /** Those that apply to the caller's departments: of these, below and above them. The next to expire first. */
  page: query({
    title: '三种人名单',
    path: '/ticket/qualification/page',
    access: list,
    input: qualificationQuery.extend(businessPage),
    output: businessPageOf(qualification),
  }),
  detail: query({
    title: '人员资格详情',
    path: '/ticket/qualification/detail',
    access: list,
    input: z.object({ id }),
    output: qualification,
  }),
  /** The active people of the caller's departments. */
  people: query({
    title: '可登记资格的人员',
    entities: ['user'],
    path: '/ticket/qualification/people',
    access: edit,
    input: nothing,
    output: z.array(
      z.object({
        id: z.string(),
        realname: z.string(),
        workNo: z.string().nullable(),
        departName: z.string(),
      }),
    ),
  }),
  add: command({
    title: '登记人员资格',
    path: '/ticket/qualification/add',
    access: edit,
    input: z.object({
      personId: named('人员', id),
      roles: named('角色', z.array(role).min(1, '请选择角色').max(Object.keys(ticketRoles).length)),
      voltage: named('电压等级', keyOf(kilovolts, '请选择电压等级')),
      depId: named('适用范围', id),
      certificate: named('证书编号', text(60).default('')),
      ...term,
    }),
    output: qualification,
  }),
  /** Publishes an entry again, for a later term. */
  renew: command({
    title: '续期人员资格',
    path: '/ticket/qualification/renew',
    access: edit,
    input: z.object({ id, version, ...term }),
    output: qualification,
  }),
  revoke: command({
    title: '撤销人员资格',
    path: '/ticket/qualification/revoke',
    access: edit,
    input: z.object({ id, version, reason: named('原因', requiredText(100)) }),
    output: qualification,
  }),
}
