import { z } from 'zod'
import { id, keyOf, named, text } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

/** What one may ask of an object: who may do this with it, beside seeing it. The permission is the least that it takes. */
export const audienceActs = {
  station: { see: '能看', edit: '能改', devices: '能看设备' },
  order: {
    see: '能看',
    edit: '能填报',
    assign: '能指派',
    audit: '能批延期',
    terminate: '能终止',
    export: '能导出',
  },
  ticket: { see: '能看', sign: '能签字', export: '能导出' },
  person: { see: '能看', edit: '能改', phone: '能看手机号' },
} as const
export type AudienceKind = keyof typeof audienceActs

export const audienceKinds = { order: '工单', station: '电站', ticket: '两票', person: '人员' } as const

/** The permissions of the acts. */
export const audienceCodes: {
  [K in AudienceKind]: Record<keyof (typeof audienceActs)[K], PermissionCode>
} = {
  station: { see: 'station:list', edit: 'station:edit', devices: 'device:list' },
  order: {
    see: 'order:list',
    edit: 'order:execute',
    assign: 'order:assign',
    audit: 'order:audit',
    terminate: 'order:terminate',
    export: 'order:export',
  },
  ticket: { see: 'ticket:list', sign: 'ticket:sign', export: 'ticket:export' },
  person: { see: 'user:manage', edit: 'user:manage', phone: 'user:personal' },
}

export const audienceAct = keyOf(
  {
    ...audienceActs.order,
    ...audienceActs.station,
    ...audienceActs.ticket,
    ...audienceActs.person,
  },
  '没有这种操作',
)

/** Why somebody sees it; a person's part in it comes before the place. */
export const audienceReasons = {
  executor: '执行人',
  assistant: '协作人',
  reporter: '报告人',
  checker: '验收人',
  signer: '票面人员',
  approver: '当前办理人',
  uploader: '上传人',
  self: '本人',
  all: '全部数据',
  department: '本部门',
  above: '上级部门',
  project: '关联项目',
} as const
export type AudienceReason = keyof typeof audienceReasons

/** Who can see this: an order, a station, a ticket or a person; of several the first counts. */
export const audienceFilter = {
  orderId: named('工单', id.optional()),
  psId: named('电站', id.optional()),
  ticketId: named('两票', id.optional()),
  personId: named('人员', id.optional()),
  /** The photos and documents of an order or a station, instead of the record itself. */
  ofFiles: named('附件', z.enum(['1']).optional()),
  act: named('操作', audienceAct.default('see')),
  /** Only people who have not signed in for 90 days, or from outside of the company. */
  only: named('要留意', keyOf({ idle: '90 天未登录', outside: '公司外的人' }, '没有这种筛选').optional()),
  keyword: named('关键词', text(64).default('')),
}

export const audienceQuery = z.object(audienceFilter)
export type AudienceQuery = z.output<typeof audienceQuery>
