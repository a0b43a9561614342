import { z } from 'zod'
import { callsOf } from './call.ts'
import { own } from './own.ts'
import { id, keyOf, named, nothing, requiredText, sysPage, sysPageOf, text, time, version } from './fields.ts'

const { command, query } = callsOf('webhook')

export const webhookKinds = {
  https: 'HTTPS',
  wecom: '企微',
  dingtalk: '钉钉',
  feishu: '飞书',
} as const
export type WebhookKind = keyof typeof webhookKinds

/** What webhooks can be told of. A new kind of event is a line here, and an `app.emit_event` where it happens. */
export const webhookEvents = {
  'order.created': '新建工单',
  'order.assigned': '指派工单',
  'order.claimed': '接单',
  'order.started': '开始执行',
  'order.submitted': '提交验收',
  'order.accepted': '验收通过',
  'order.returned': '验收退回',
  'order.closed': '工单完成',
  'order.terminated': '工单作废',
  'extension.requested': '申请延期',
  'extension.agreed': '同意延期',
  'extension.refused': '不同意延期',
  'extension.ended': '延期申请撤回或失效',
  'ticket.toIssue': '两票待签发',
  'ticket.toCosign': '两票待会签',
  'ticket.toReview': '两票待审核',
  'ticket.toApprove': '两票待批准',
  'ticket.toReceive': '两票待接票',
  'ticket.toPermit': '两票待许可',
  'ticket.working': '两票开始或恢复工作',
  'ticket.paused': '两票间断',
  'ticket.trial': '两票试运',
  'ticket.toOperate': '操作票待执行',
  'ticket.operating': '操作票执行中',
  'ticket.toClose': '两票待终结',
  'ticket.closed': '两票终结',
  'ticket.unused': '两票未执行',
  'ticket.void': '两票作废',
  'approval.arrived': '审批到达',
  'approval.decided': '审批处理',
  'comment.mentioned': '评论中提到',
  'directory.synced': '组织人员同步',
} as const
export type WebhookEvent = keyof typeof webhookEvents

/** All events of an area, those of later versions included. */
export const webhookAreas = {
  'order.*': '工单',
  'extension.*': '延期',
  'ticket.*': '两票',
  'approval.*': '审批',
  'comment.*': '评论',
  'directory.*': '组织人员',
} as const

/** Sent by 发测试 only. */
export const TEST_EVENT = 'webhook.test'

/** What an event is called, also one that only tests send. */
export const titleOfEvent = (event: string): string =>
  own({ ...webhookEvents, ...webhookAreas, [TEST_EVENT]: '测试' }, event) ?? event

export const deliveryStates = {
  waiting: '等待发送',
  delivered: '已送达',
  failed: '已放弃',
  dropped: '未发送',
} as const

/** Attempts at a delivery before it is given up. */
export const mostAttempts = 8
/** For how long an old secret signs as well, in hours. */
export const oldSecretHours = 24

const address = named(
  '地址',
  z
    .string()
    .trim()
    .max(500, '地址最多 500 个字符')
    .refine(
      (value) => z.url({ protocol: /^https?$/ }).safeParse(value).success,
      '请输入以 https:// 开头的地址',
    ),
)

const events = named(
  '事件',
  z
    .array(keyOf({ ...webhookEvents, ...webhookAreas }, '没有这种事件'))
    .min(1, '请选择事件')
    .max(50, '事件过多'),
)

const fields = {
  name: named('名称', requiredText(30)),
  events,
  departmentIds: named('部门', z.array(id).max(100, '部门过多').default([])),
  psIds: named('电站', z.array(id).max(500, '电站过多').default([])),
  withPhones: named('包含人员电话', z.boolean().default(false)),
  withFees: named('包含费用', z.boolean().default(false)),
}

/** What a robot's page shows for its 加签 or 签名校验; a receiver over HTTPS gets one from here. */
const robotSecret = named('加签密钥', text(200).optional())

const hour = z.object({ hour: z.string(), delivered: z.int(), failed: z.int() })

const place = z.object({ id: z.string(), name: z.string() })

const webhook = z
  .object({
    id: z.string(),
    version: z.int(),
    name: z.string(),
    kind: keyOf(webhookKinds),
    /** Without what is secret in it. */
    address: z.string(),
    events: z.array(z.string()),
    departments: z.array(place),
    stations: z.array(place),
    withPhones: z.boolean(),
    withFees: z.boolean(),
    enabled: z.boolean(),
    hasSecret: z.boolean(),
    /** The secret or the address has to be entered anew: the server's key is another one now. */
    lostSecret: z.boolean(),
    /** Until then the old secret signs as well. */
    oldSecretUntil: time.nullable(),
    ownerName: z.string(),
    createTime: time,
    /** Of the last 24 hours, the oldest first. */
    hours: z.array(hour),
    delivered: z.int(),
    failed: z.int(),
    waiting: z.int(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhook>

const delivery = z
  .object({
    /** The delivery id that receivers see, the same in every attempt. */
    deliveryNo: z.string(),
    hookId: z.string(),
    event: z.string(),
    objectCode: z.string(),
    time,
    state: keyOf(deliveryStates),
    status: z.int().nullable(),
    fault: z.string().nullable(),
    ms: z.int().nullable(),
    attempts: z.int(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof delivery>

const attempt = z.object({
  number: z.int(),
  time,
  ms: z.int(),
  /** As it was sent, without secrets. */
  request: z.string(),
  status: z.int().nullable(),
  response: z.string(),
  fault: z.string().nullable(),
})

const deliveryNo = named('投递编号', z.string().regex(/^evt_[0-9a-f]{32}$/, '不是有效的投递编号'))
const manage = { perm: 'api:manage' } as const
const ofOne = z.object({ id, version })
const withSecret = z.object({ id: z.string(), secret: z.string().nullable() })

export const webhookCalls = {
  list: query({
    title: '推送列表',
    entities: ['webhook', 'user', 'department', 'station'],
    path: 'GET /sys/webhook/list',
    access: manage,
    input: nothing,
    output: z.array(webhook),
  }),
  detail: query({
    title: '推送详情',
    entities: ['webhook', 'user', 'department', 'station'],
    path: 'GET /sys/webhook/queryById',
    access: manage,
    input: z.object({ id }),
    output: webhook,
  }),
  /** The answer has the secret, which is never shown again; null for robots. */
  add: command({
    title: '新建推送',
    path: '/sys/webhook/add',
    access: manage,
    secret: true,
    input: z.object({ kind: named('种类', keyOf(webhookKinds)), address, robotSecret, ...fields }),
    output: withSecret,
  }),
  /** Without an address, or secret of a robot, these stay. */
  edit: command({
    title: '编辑推送',
    path: 'PUT /sys/webhook/edit',
    access: manage,
    input: ofOne.extend({ address: address.optional(), robotSecret, ...fields }),
    output: nothing,
  }),
  enable: command({
    title: '启用或停用推送',
    path: 'PUT /sys/webhook/enable',
    access: manage,
    input: ofOne.extend({ enabled: named('启用', z.boolean()) }),
    output: nothing,
  }),
  remove: command({
    title: '删除推送',
    path: 'DELETE /sys/webhook/delete',
    access: manage,
    input: z.object({ id, version: named('版本', z.coerce.number().pipe(version)) }),
    output: nothing,
  }),
  /** The old secret signs for another 24 hours as well. */
  renewSecret: command({
    title: '更换推送密钥',
    path: '/sys/webhook/renewSecret',
    access: manage,
    secret: true,
    input: ofOne,
    output: withSecret,
  }),
  test: command({
    title: '发送测试推送',
    path: '/sys/webhook/test',
    access: manage,
    input: z.object({ id }),
    output: z.object({ deliveryNo: z.string() }),
  }),
  deliveries: query({
    title: '推送记录',
    path: 'GET /sys/webhook/deliveries',
    access: manage,
    input: z.object({
      ...sysPage,
      hookId: named('推送', id),
      state: named('状态', keyOf(deliveryStates).optional()),
      event: named('事件', text(40).optional()),
      keyword: named('关键词', text(50).optional()),
    }),
    /** With the number of days that the company keeps them. */
    output: sysPageOf(delivery).extend({ keptDays: z.int() }),
  }),
  delivery: query({
    title: '推送记录详情',
    path: 'GET /sys/webhook/delivery',
    access: manage,
    input: z.object({ deliveryNo }),
    output: delivery.extend({
      body: z.string().nullable(),
      /** The latest first. */
      trials: z.array(attempt),
      /** What happened to this webhook after this one failed for good. */
      since: z.object({ delivered: z.int(), failed: z.int(), recoveredAt: time.nullable() }).nullable(),
    }),
  }),
  /** Under the same delivery id, so that the receiver recognises it. */
  resend: command({
    title: '重新发送推送',
    path: '/sys/webhook/resend',
    access: manage,
    input: z.object({ deliveryNo }),
    output: nothing,
  }),
  /** Pushes departments and people to every webhook that listens; a second press within a minute is the same run. */
  syncAll: command({
    title: '同步组织与人员',
    path: '/syncAll',
    access: manage,
    input: nothing,
    output: z.object({ runNo: z.string(), deliveries: z.int() }),
  }),
}
