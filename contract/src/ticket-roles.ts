import type { TicketKind } from './ticket-kinds.ts'

/** Who takes part in the two tickets by a published qualification (domain.md §1.2), and what each does. */
export const ticketRoles = {
  issuer: { title: '工作票签发人', does: '确认工作必要、安全措施正确完备，签发工作票' },
  coIssuer: { title: '会签人', does: '外委单位的签发人，对本单位的措施和人员会签' },
  leader: { title: '工作负责人', does: '填票、交底、带领并监护工作，申请终结' },
  permitter: { title: '工作许可人', does: '布置安全措施、填写已执行和接地线编号，许可和终结' },
  shiftLeader: { title: '值班负责人', does: '接收工作票、批准期限，批准操作票' },
  guard: { title: '专责监护人', does: '只监护，不参加工作；离开时被监护的工作停止' },
  operator: { title: '操作人', does: '填写操作票，复诵并操作' },
  operationGuard: { title: '操作监护人', does: '审核操作票，唱票、核对并打勾' },
  hotWorker: { title: '动火执行人', does: '持证动火作业' },
  fireGuard: { title: '消防监护人', does: '检查消防措施，监护动火作业' },
} as const
export type TicketRole = keyof typeof ticketRoles

export const roleTitle = (role: TicketRole): string => ticketRoles[role].title

/** These roles in the order of the table, each once. */
export const inOrder = (roles: readonly TicketRole[]): TicketRole[] =>
  (Object.keys(ticketRoles) as TicketRole[]).filter((role) => roles.includes(role))

/** Roles as a text, such as 工作负责人、专责监护人. */
export const roleTitles = (roles: readonly TicketRole[]): string => inOrder(roles).map(roleTitle).join('、')

/** On one ticket, the two must be different people; `only` says where, if not on every ticket, and `on` on which kind. */
type Separation = { roles: readonly [TicketRole, TicketRole]; only?: string; on?: TicketKind }

export const separations: readonly Separation[] = [
  { roles: ['issuer', 'leader'] },
  { roles: ['issuer', 'permitter'] },
  { roles: ['leader', 'permitter'] },
  { roles: ['guard', 'leader'], only: '被监护的工作' },
  { roles: ['operator', 'operationGuard'] },
  { roles: ['operator', 'shiftLeader'], only: '操作票', on: 'operation' },
  { roles: ['hotWorker', 'fireGuard'] },
]

/** Whether the two must be different people on a ticket of this kind. */
export const apartOn = (kind: TicketKind, one: TicketRole, other: TicketRole): boolean =>
  separations.some(
    ({ roles, on }) =>
      one !== other && roles.includes(one) && roles.includes(other) && (on === undefined || on === kind),
  )

/** With whom a role may not be combined on one ticket, as people read it. */
export const apartFrom = (role: TicketRole): string[] =>
  separations.flatMap(({ roles, only }) => {
    const other = roles.find((each) => each !== role)
    if (!roles.includes(role) || !other) return []
    return [only ? `${roleTitle(other)}（${only}）` : roleTitle(other)]
  })
