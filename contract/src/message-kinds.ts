import { isOwn, own } from './own.ts'
import { paths } from './paths.ts'

/** The label of messages and to-dos: what of plan, do, check and act they are about. */
export const pdcaLabels = { P: '计划', D: '执行', C: '检查', A: '改进' } as const
export type PdcaLabel = keyof typeof pdcaLabels

/** What people choose channels for. */
export const messageGroups = {
  approval: { label: 'P', title: '待您审核、审批' },
  rights: { label: 'P', title: '权限变更待复核' },
  order: { label: 'D', title: '新工单、被接单、待指派' },
  extension: { label: 'D', title: '延期申请' },
  overdue: { label: 'D', title: '工单超期、终止' },
  ticket: { label: 'D', title: '工作票到期、待许可' },
  mention: { label: 'D', title: '评论中提到我' },
  handover: { label: 'D', title: '移交给我的工作' },
  announcement: { label: 'D', title: '公告' },
  acceptance: { label: 'C', title: '待您验收' },
  inspection: { label: 'C', title: '巡检漏检、迟检' },
  returned: { label: 'A', title: '工单、延期被退回' },
} as const satisfies Record<string, { label: PdcaLabel; title: string }>
export type MessageGroup = keyof typeof messageGroups

/** What a message can be about. */
export type MessageAbout =
  | 'order'
  | 'ticket'
  | 'process'
  | 'grant'
  | 'handover'
  | 'plan'
  | 'station'
  | 'announcement'

/** How a message leaves the product; what is in the product is always there. */
export const messageChannels = {
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
  sms: '短信',
  mail: '邮件',
  push: '浏览器',
} as const
export type MessageChannel = keyof typeof messageChannels

type Kind = {
  group: MessageGroup
  /** Words with the names of fields in braces; a part between bars is left out if its field is empty. */
  title: string
  note: string
  /** What the reader is asked to do, on the button that opens the page for it. */
  open: string
  /** Told at once, also in quiet hours. */
  urgent?: true
  /** Decided in the list: it needs neither a form nor a signature. */
  decides?: true
}

/** Everything that people are told (domain.md §8). */
export const messageKinds = {
  orderNew: {
    group: 'order',
    title: '您有新工单{code}，{station}|，计划{end}前完成|',
    note: '{station} · {task}',
    open: '查看',
  },
  orderToAssign: {
    group: 'order',
    title: '工单{code}待指派',
    note: '{station} · {task}',
    open: '指派',
  },
  orderClaimed: {
    group: 'order',
    title: '工单{code}已被{user}接单',
    note: '{station} · {task}',
    open: '查看',
  },
  orderToCheck: {
    group: 'acceptance',
    title: '工单{code}待您验收',
    note: '{station} · {task}| · {user}|',
    open: '去验收',
  },
  orderReturned: {
    group: 'returned',
    title: '工单{code}被退回|：{reason}|',
    note: '{station} · {task}',
    open: '去处理',
  },
  orderOverdue: {
    group: 'overdue',
    title: '工单{code}已超期{h}小时',
    note: '{station} · {task}',
    open: '查看',
  },
  orderUrged: {
    group: 'overdue',
    title: '{user}催办工单{code}，已超期{h}小时',
    note: '{station} · {task}',
    open: '查看',
  },
  orderTerminated: {
    group: 'overdue',
    title: '工单{code}已终止|：{reason}|',
    note: '{station} · {task}',
    open: '查看',
  },
  extensionAsked: {
    group: 'extension',
    title: '{user}申请延期至{time}，请审批',
    note: '{code} · {station} · {task}',
    open: '查看',
    decides: true,
  },
  extensionAgreed: {
    group: 'extension',
    title: '延期申请已同意，延至{time}',
    note: '{code} · {station} · {task}',
    open: '查看',
  },
  extensionRefused: {
    group: 'returned',
    title: '延期申请未通过|：{reason}|',
    note: '{code} · {station} · {task}',
    open: '查看',
  },
  ticketToIssue: {
    group: 'ticket',
    title: '工作票{code}待签发',
    note: '{station} · {task}',
    open: '去签发',
  },
  ticketToReview: {
    group: 'ticket',
    title: '工作票{code}待审核',
    note: '{station} · {task}',
    open: '去审核',
  },
  ticketToApprove: {
    group: 'ticket',
    title: '{ticket}{code}待批准',
    note: '{station} · {task}',
    open: '去批准',
  },
  ticketToPermit: {
    group: 'ticket',
    title: '工作票{code}待许可',
    note: '{station} · {task}',
    open: '去许可',
  },
  ticketExpiring: {
    group: 'ticket',
    title: '工作票{code}将于{time}到期',
    note: '{station} · {task}',
    open: '办延期',
    urgent: true,
  },
  ticketEnded: {
    group: 'ticket',
    title: '工作票{code}已终结|，接地线{n}组已拆除|',
    note: '{station} · {task}',
    open: '查看',
  },
  operationToReview: {
    group: 'ticket',
    title: '操作票{code}待审核',
    note: '{station} · {task}',
    open: '去审核',
  },
  planToAudit: {
    group: 'approval',
    title: '巡检计划{code}待审核',
    note: '{name}| · {user}|',
    open: '去审核',
  },
  inspectionMissed: {
    group: 'inspection',
    title: '{date}有{n}项巡检未完成',
    note: '{station}',
    open: '查看',
  },
  approvalWaiting: {
    group: 'approval',
    title: '{title}待您审批',
    note: '{stepName}| · {user}|',
    open: '查看',
    decides: true,
  },
  approvalUrged: {
    group: 'approval',
    title: '{user}催办：{title}',
    note: '{stepName}| · {text}|',
    open: '去办理',
  },
  grantWaiting: {
    group: 'rights',
    title: '{user}提交的权限变更待复核',
    note: '{target}| · {reason}|',
    open: '去复核',
  },
  handedOver: {
    group: 'handover',
    title: '{user}的{n}项工作移交给您',
    note: '{things}',
    open: '查看',
  },
  mentioned: {
    group: 'mention',
    title: '{user}在工单{code}的评论中提到了您',
    note: '{text}',
    open: '查看',
  },
  announcement: {
    group: 'announcement',
    title: '公告：{title}',
    note: '{user} 发往 {scope}',
    open: '查看',
  },
} as const satisfies Record<string, Kind>
export type MessageKind = keyof typeof messageKinds

/** What the words of a message are filled with. */
export type MessageWords = Readonly<Record<string, string>>

export const isMessageKind = (kind: string): kind is MessageKind => isOwn(messageKinds, kind)

const kindOf = (kind: MessageKind): Kind => messageKinds[kind]

export const groupOf = (kind: MessageKind): MessageGroup => messageKinds[kind].group
export const labelOf = (kind: MessageKind): PdcaLabel => messageGroups[groupOf(kind)].label
export const isUrgent = (kind: MessageKind): boolean => kindOf(kind).urgent ?? false
export const isDecidedHere = (kind: MessageKind): boolean => kindOf(kind).decides ?? false
export const openWordOf = (kind: MessageKind): string => messageKinds[kind].open

const all = Object.keys(messageKinds) as MessageKind[]

/** The kinds of a label. */
export const kindsOf = (label: PdcaLabel): MessageKind[] => all.filter((kind) => labelOf(kind) === label)

/** The kinds that ask for something, which whoever is told does or decides. */
export const askingKinds: readonly MessageKind[] = all.filter(
  (kind) => openWordOf(kind) !== '查看' || isDecidedHere(kind),
)

/** The kinds whose own words, without what they are filled with, contain a text. */
export const kindsSaying = (text: string): MessageKind[] =>
  all.filter((kind) => messageKinds[kind].title.replaceAll(/\{\w+\}|\|/g, '').includes(text))

const FIELD = /\{(\w+)\}/g

/** Fills in the fields; what stands between bars is left out if its field is empty. */
function filled(words: string, given: MessageWords): string {
  const valueOf = (field: string) => own(given, field) ?? ''
  return words
    .split('|')
    .map((part, at) => {
      const isEmpty = [...part.matchAll(FIELD)].every(([, field = '']) => valueOf(field) === '')
      return at % 2 === 1 && isEmpty ? '' : part.replaceAll(FIELD, (_, field: string) => valueOf(field))
    })
    .join('')
}

export const titleOfMessage = (kind: MessageKind, words: MessageWords): string =>
  filled(messageKinds[kind].title, words)
export const noteOfMessage = (kind: MessageKind, words: MessageWords): string =>
  filled(messageKinds[kind].note, words)

type Linked = { about: string; aboutId: string | null }

/** The page on which what it asks for is done, on the right tab; null if there is none. */
export function linkOfMessage({ about, aboutId }: Linked): string | null {
  const id = aboutId ?? ''
  switch (about) {
    case 'order':
      return paths.orders.href({ order: id })
    case 'ticket':
      return paths.tickets.href({ ticket: id })
    case 'process':
      return paths.ownFlows.href({ instance: id })
    case 'grant':
      return paths.messages.href({ grant: id })
    case 'handover':
      return paths.myOrders.href()
    case 'plan':
      return paths.inspectionPlans.href({ plan: id })
    case 'station':
      return paths.orders.href({ psId: id })
    default:
      return null
  }
}
