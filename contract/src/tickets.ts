import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  businessPage,
  businessPageOf,
  id,
  keyOf,
  named,
  nothing,
  requiredText,
  text,
  time,
  version,
} from './fields.ts'
import { kilovolts } from './kilovolts.ts'
import { wantedChange } from './ticket-changes.ts'
import { ticketContent, ticketParts } from './ticket-content.ts'
import { ticketKinds } from './ticket-kinds.ts'
import { ticketRoles } from './ticket-roles.ts'
import { filePath } from './stored-file.ts'
import { EARTH_PHOTOS, specifiedRow, ticketDetail, ticketRow } from './ticket-rows.ts'
import { ticketStates } from './ticket-states.ts'
import { scopeFilter } from './work-order-list.ts'

const { command, query } = callsOf('ticket')

const list = { perm: 'ticket:list' } as const
const create = { perm: 'ticket:create' } as const
const sign = { perm: 'ticket:sign' } as const

const seen = { id, version }
const note = named('说明', text(100).default(''))
const reason = named('原因', requiredText(100))
const earthPhotos = named(
  '现场照片',
  z.array(filePath).max(EARTH_PHOTOS, `最多 ${EARTH_PHOTOS} 张照片`).default([]),
)
/** What tickets change besides themselves. */
const entities = ['ticket', 'order', 'process'] as const

/** The filters, shared by the list and the export. */
export const ticketQuery = z.object({
  /** Matches the number, the task and the leader. */
  keyword: named('关键词', text(50).optional()),
  kind: named('票种', keyOf(ticketKinds, '没有这个票种').optional()),
  state: named('状态', keyOf(ticketStates, '没有这种状态').optional()),
  /** Those that are neither drafts nor at their end; those that wait for the caller; the caller's own. */
  only: named('范围', z.enum(['open', 'todo', 'mine'], '没有这个范围').optional()),
  createTimeBegin: named('开票时间起', time.optional()),
  createTimeEnd: named('开票时间止', time.optional()),
  ...scopeFilter,
})

/** The column titles by field, shared by the list and the export. */
export const ticketTitles = {
  ticketNo: '票号',
  ticketTypeLabel: '票类',
  ticketTypeDtlLabel: '票种',
  stateLabel: '状态',
  workContent: '工作任务',
  psName: '电站',
  leaderName: '负责人',
  issuerName: '签发人',
  permitterName: '许可人',
  planStartTime: '计划开始',
  planEndTime: '计划结束',
  validUntil: '有效期至',
  flowUser: '当前办理',
  orders: '工单',
  createUserName: '开票人',
  ticketCreateTime: '开票时间',
  depName: '运维班组',
} as const

const orderIds = named('工单', z.array(id).max(20, '最多 20 张工单').default([]))

/** What each act says besides its note. */
const acts = z.discriminatedUnion('act', [
  z.object({ act: z.literal('submit'), note }),
  z.object({ act: z.literal('issue'), liveParts: named('保留带电部分', text(300).default('')), note }),
  z.object({ act: z.enum(['cosign', 'review', 'approve', 'receive', 'start', 'complete']), note }),
  z.object({
    act: z.literal('permit'),
    /** Face to face on site, or by telephone. */
    mode: named('许可方式', z.enum(['face', 'phone'], '请选择许可方式').default('face')),
    supplement: named('补充措施', text(300).default('')),
    /** Points that another running ticket has isolated are relied on: that one cannot end before this one. */
    isShared: named('共用隔离点', z.boolean().default(false)),
    note,
  }),
  z.object({
    act: z.literal('confirm'),
    /** What the leader repeated to the permitter; needed if the permit came by telephone. */
    readBack: named('复诵内容', text(200).default('')),
    note,
  }),
  z.object({ act: z.enum(['pause', 'resume']), note }),
  z.object({
    act: z.literal('finish'),
    isClear: named('现场已清理，人员、工具已清点', z.literal(true, '请确认现场已清理，人员、工具已清点')),
    note,
  }),
  z.object({ act: z.literal('close'), note }),
  z.object({ act: z.enum(['sendBack', 'deny', 'abort', 'void', 'recall']), reason }),
])

/** The two tickets (两票): who is permitted to work where, behind which measures (domain.md §1). */
export const ticketCalls = {
  /** Those of the stations in the caller's scope, the latest first. */
  page: query({
    kept: true,
    title: '两票列表',
    path: '/ticket/page',
    access: list,
    bodyKb: 768,
    input: ticketQuery.extend(businessPage),
    output: businessPageOf(ticketRow),
  }),
  /** How many of the filtered ones are open, wait for the caller, run beyond their time, and have earths that hang. */
  counts: query({
    kept: true,
    title: '两票数量',
    path: '/ticket/counts',
    access: list,
    bodyKb: 768,
    input: ticketQuery.pick({ depCodes: true, psaIds: true, psIds: true }),
    output: z.object({ open: z.int(), todo: z.int(), mine: z.int(), late: z.int(), hanging: z.int() }),
  }),
  detail: query({
    kept: true,
    title: '两票详情',
    path: '/ticket/detail',
    access: list,
    input: z.object({ id }),
    output: ticketDetail,
  }),
  /** The tickets of an order, as stock clients ask for them (spec 2 §7). */
  ofOrder: query({
    kept: true,
    title: '工单的两票',
    path: '/open/ticket/order/ticket/page',
    access: { perm: 'order:list' },
    input: z.object({ orderId: named('工单', id), ...businessPage }),
    output: businessPageOf(
      z.object({ id: z.string(), ...specifiedRow, state: keyOf(ticketStates), stateLabel: z.string() }),
    ),
  }),
  /** Whether every ticket of an order has ended, so that the order may. */
  allEnd: query({
    kept: true,
    title: '工单的两票是否全部终结',
    path: '/open/ticket/order/ticket/ticketAllEnd',
    access: { perm: 'order:list' },
    input: z.object({ orderId: named('工单', id) }),
    output: z.object({
      allEnd: z.boolean(),
      /** Whether one lets the order begin now. */
      inForce: z.boolean(),
      /** The numbers of those that have not ended. */
      open: z.array(z.string()),
    }),
  }),
  /** Who may be chosen for a role at a station: those of the published list, with until when they are qualified. */
  people: query({
    title: '可选的两票人员',
    entities: ['user', 'qualification'],
    path: '/ticket/people',
    access: list,
    input: z.object({
      psId: named('电站', id),
      voltage: named('电压等级', keyOf(kilovolts, '请选择电压等级')),
      /** Without one, everybody whose data include the station. */
      role: named('角色', keyOf(ticketRoles, '没有这种角色').optional()),
    }),
    output: z.array(
      z.object({
        id: z.string(),
        realname: z.string(),
        departName: z.string(),
        certificate: z.string(),
        validUntil: z.string().nullable(),
        /** The number of the ticket under which they are at work now. */
        busyWith: z.string().nullable(),
      }),
    ),
  }),
  /** Open tickets of a station that one for hot work, or an earth that stays, can refer to. */
  openAt: query({
    title: '电站的在办票',
    path: '/ticket/openAt',
    access: list,
    input: z.object({ psId: named('电站', id) }),
    output: z.array(
      z.object({ id: z.string(), ticketNo: z.string(), kindLabel: z.string(), task: z.string() }),
    ),
  }),
  /** Open orders of a station that a ticket can be for. */
  ordersAt: query({
    title: '可关联的工单',
    entities: ['order'],
    path: '/ticket/ordersAt',
    access: create,
    besides: { 工单: ['order:list'] },
    input: z.object({ psId: named('电站', id) }),
    output: z.array(z.object({ id: z.string(), workCode: z.string(), taskDescription: z.string() })),
  }),
  add: command({
    title: '新建两票',
    path: '/ticket/add',
    access: create,
    bodyKb: 640,
    entities,
    input: z.object({ ...ticketContent, orderIds }),
    output: ticketDetail,
  }),
  /** Changes a draft, also one that was sent back. */
  edit: command({
    title: '修改两票',
    path: '/ticket/edit',
    access: create,
    bodyKb: 640,
    entities,
    input: z.object({ ...seen, ...ticketContent, orderIds }),
    output: ticketDetail,
  }),
  /** Removes a draft that was never submitted; every other ticket stays for ever. */
  remove: command({
    title: '删除两票草稿',
    path: '/ticket/delete',
    access: create,
    entities,
    input: z.object(seen),
    output: nothing,
  }),
  act: command({
    title: '办理两票',
    path: '/ticket/act',
    access: sign,
    entities,
    input: z.intersection(z.object(seen), acts),
    output: ticketDetail,
  }),
  /** Ticks the next measure, or takes the next part of the next step. Others' ticks do not change the version. */
  tick: command({
    title: '两票逐项打勾',
    path: '/ticket/tick',
    access: sign,
    entities: ['ticket'],
    input: z.object({
      id,
      no: named('序号', z.int().min(1)),
      part: named('环节', z.enum(['call', 'repeat', 'operate', 'tick'], '没有这个环节').default('tick')),
    }),
    output: ticketDetail,
  }),
  /** Hangs an earth of the station's ledger, after no voltage was found. */
  hang: command({
    title: '装设接地',
    path: '/ticket/earth/hang',
    access: sign,
    entities: ['ticket', 'earth'],
    input: z.object({
      id,
      earthId: named('接地', id),
      place: named('装设位置', requiredText(100)),
      testedTime: named('验电时间', time),
      guardId: named('监护人', id),
      photos: earthPhotos,
    }),
    output: ticketDetail,
  }),
  /** Takes one down, or hands it to another open ticket. */
  unhang: command({
    title: '拆除接地',
    path: '/ticket/earth/unhang',
    access: sign,
    entities: ['ticket', 'earth'],
    input: z.object({
      id,
      hangingId: named('接地', id),
      guardId: named('监护人', id),
      handTo: named('移交至', id.optional()),
      photos: earthPhotos,
    }),
    output: ticketDetail,
  }),
  /** A member signs the briefing and goes in; a person without an account is signed for by the leader. */
  enter: command({
    title: '交底签名',
    path: '/ticket/person/enter',
    access: sign,
    entities: ['ticket'],
    input: z.object({ id, no: named('人员', z.int()) }),
    output: ticketDetail,
  }),
  leave: command({
    title: '离场签名',
    path: '/ticket/person/leave',
    access: sign,
    entities: ['ticket'],
    input: z.object({ id, no: named('人员', z.int()) }),
    output: ticketDetail,
  }),
  /** The leader takes somebody on while the work goes on, or off. */
  addPerson: command({
    title: '增加工作班成员',
    path: '/ticket/person/add',
    access: sign,
    entities: ['ticket'],
    input: z.object({
      id,
      part: named('分工', keyOf(ticketParts, '没有这种分工').default('crew')),
      personId: named('人员', id.nullable().default(null)),
      name: named('姓名', text(50).default('')),
      watch: named('监护范围', text(100).default('')),
      certificate: named('证书编号', text(60).default('')),
      reason,
    }),
    output: ticketDetail,
  }),
  removePerson: command({
    title: '减少工作班成员',
    path: '/ticket/person/remove',
    access: sign,
    entities: ['ticket'],
    input: z.object({ id, no: named('人员', z.int()), reason }),
    output: ticketDetail,
  }),
  ask: command({
    title: '申请变更',
    path: '/ticket/change/ask',
    access: sign,
    entities,
    input: z.intersection(z.object(seen), wantedChange),
    output: ticketDetail,
  }),
  answer: command({
    title: '答复变更',
    path: '/ticket/change/answer',
    access: sign,
    entities,
    input: z.object({
      ...seen,
      changeId: named('变更', id),
      /** The leader who asked for it may also take it back. */
      answer: named('答复', z.enum(['agree', 'refuse', 'withdraw'], '没有这种答复')),
      note,
    }),
    output: ticketDetail,
  }),
  measure: command({
    title: '登记气体测定',
    path: '/ticket/reading/add',
    access: sign,
    entities: ['ticket'],
    input: z.object({
      id,
      gas: named('测定项目', requiredText(40)),
      value: named('测定值', requiredText(40)),
      isSafe: named('合格', z.boolean()),
    }),
    output: ticketDetail,
  }),
}
