import { isOwn } from '@heliodesk/contract/own.ts'
import { orderActions, type FlowStatus, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'

/** The actions in an order's history. */
export type EventAction = Exclude<OrderAction, 'audit'> | keyof typeof otherTitles

const otherTitles = {
  create: '新建工单',
  import: '历史导入',
  extensionAgree: '同意延期',
  extensionRefuse: '不同意延期',
  extensionEnd: '延期申请结束',
  insurance: '登记保险',
  cleaning: '登记清洗',
  outage: '登记停机',
  hours: '补报工时',
  choose: '选定内容',
} as const

export const titleOfEvent = (action: EventAction): string => {
  return isOwn(otherTitles, action) ? otherTitles[action] : orderActions[action].title
}

/** What stands in red in a history. */
export const isBad = (action: EventAction): boolean => bad.has(action)
const bad: ReadonlySet<EventAction> = new Set(['reject', 'terminate', 'extensionRefuse', 'extensionEnd'])

/** When something was done on a phone from which it came later; `doneAt` is that by the server's clock. */
export type Phone = { at: Date; skew: number | null; doneAt: Date }

type Told = {
  to: FlowStatus
  note: string
  /** The steps whose values it changes, from 1; 0 is the note. */
  parts?: readonly number[] | undefined
  /** Who executed the order until now. */
  former?: readonly string[] | null
  phone?: Phone | undefined
}

/** The statement that adds an event to the history of an order. */
export const eventOf = (
  { now, who }: Pick<Ctx, 'now' | 'who'>,
  { id, flowSts }: { id: string; flowSts: FlowStatus },
  action: EventAction | OrderAction,
  { to, note, parts, former, phone }: Told,
): RawBuilder<unknown> => sql`
  insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note, parts,
    former_executors, device_at, device_skew)
  values (${id}, ${now}, ${who.userId}, ${who.realname}, ${action}, ${flowSts}, ${to}, ${note},
    ${parts ?? null}::smallint[], ${former ?? null}::bigint[], ${phone?.at ?? null}::timestamptz,
    ${phone?.skew ?? null}::bigint)`
