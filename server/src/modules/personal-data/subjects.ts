import { signerRoles } from '@heliodesk/contract/order-signatures.ts'
import { signInMethods } from '@heliodesk/contract/sign-in-methods.ts'
import { signInOutcomes } from '@heliodesk/contract/sign-in-log.ts'
import { ticketKinds } from '@heliodesk/contract/ticket-kinds.ts'
import { ticketRoles } from '@heliodesk/contract/ticket-roles.ts'
import { flowStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Who } from '../../kernel/context.ts'
import { visibleAtStation, visibleOrders } from '../../kernel/scope.ts'

/** A file of the archive: the columns by title, and the rest of the statement. */
type Subject = {
  title: string
  columns: Record<string, RawBuilder<unknown>>
  from: RawBuilder<unknown>
  /** The words for the values of a column. */
  words?: Record<string, Readonly<Record<string, string>>>
}

const titlesOf = (roles: Readonly<Record<string, { title: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(roles).map(([role, { title }]) => [role, title]))

/**
 * What is kept about a person, one table of rows for each subject. Of other people there are no columns; of orders and
 * tickets only those that the reader sees.
 */
export function subjectsOf(who: Who, personId: string): Subject[] {
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${who.timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
  const text = (column: string) => sql`${sql.ref(column)}::text`
  const person = sql`${personId}::bigint`
  const orders = visibleOrders(who, 'o')
  const tickets = visibleAtStation(who, 't')
  return [
    {
      title: '角色',
      columns: { 类别: text('given.kind'), 名称: text('given.name'), 编码: text('given.code') },
      from: sql`from (
          select '角色' as kind, r.role_name as name, r.role_code as code from user_role ur
            join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.user_id = ${person}
          union all
          select '数据角色', dr.name, dr.code from data_role_user du
            join data_role dr on dr.tenant_id = du.tenant_id and dr.id = du.data_role_id where du.user_id = ${person}
        ) given order by given.kind desc, given.code`,
    },
    {
      title: '三种人资格',
      columns: {
        资格: sql`array_to_string(q.roles, '、')`,
        电压等级: text('q.voltage'),
        公布文号: text('q.publication'),
        证书: text('q.certificate'),
        生效: text('q.valid_from'),
        失效: text('q.valid_until'),
        撤销时间: time('q.revoked_at'),
      },
      from: sql`from qualification q where q.person_id = ${person} order by q.id`,
    },
    {
      title: '登录记录',
      columns: {
        时间: time('l.at'),
        方式: text('l.method'),
        结果: text('l.outcome'),
        原因: text('l.reason'),
        地址: text('l.client_address'),
        设备: text('l.user_agent'),
      },
      words: { 方式: signInMethods, 结果: signInOutcomes },
      from: sql`from sign_in_log l where l.user_id = ${person} order by l.at, l.id`,
    },
    {
      title: '登录设备',
      columns: {
        登录时间: time('s.signed_in_at'),
        最近使用: time('s.last_used_at'),
        到期时间: time('s.expires_at'),
        方式: text('s.method'),
        地址: text('s.client_address'),
        设备: text('s.user_agent'),
      },
      words: { 方式: signInMethods },
      from: sql`from user_session s where s.user_id = ${person} order by s.signed_in_at`,
    },
    {
      title: '工单',
      columns: {
        工单编号: text('o.work_code'),
        本人: sql`concat_ws('、', case when o.liable_user_id = ${person} then '执行' end,
          case when ${person} = any(o.assist_user_ids) then '协助' end,
          case when o.reporter_id = ${person} then '上报' end, case when o.checker_id = ${person} then '验收' end)`,
        状态: text('o.flow_sts'),
        电站: text('s.name'),
        任务: text('o.task_description'),
        计划开始: time('o.plan_start_time'),
        计划结束: time('o.plan_end_time'),
        提交时间: time('o.submit_time'),
        创建时间: time('o.created_at'),
      },
      words: { 状态: flowStatuses },
      from: sql`from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
        where (o.liable_user_id = ${person} or o.assist_user_ids @> array[${person}] or o.reporter_id = ${person}
          or o.checker_id = ${person}) and ${orders} order by o.id`,
    },
    {
      title: '工单操作',
      columns: {
        时间: time('e.at'),
        工单编号: text('o.work_code'),
        操作: text('e.action'),
        说明: text('e.note'),
      },
      from: sql`from work_order_event e join work_order o on o.tenant_id = e.tenant_id and o.id = e.order_id
        where e.actor_id = ${person} and ${orders} order by e.id`,
    },
    {
      title: '手写签名',
      columns: {
        时间: time('g.done_at'),
        工单编号: text('o.work_code'),
        签名人: text('g.name'),
        身份: text('g.role'),
        纬度: text('g.latitude'),
        经度: text('g.longitude'),
        笔迹: text('g.strokes'),
      },
      words: { 身份: signerRoles },
      // What a witness wrote on the person's phone is the witness's.
      from: sql`from order_signature g join work_order o on o.tenant_id = g.tenant_id and o.id = g.order_id
        where g.author_id = ${person} and g.role = 'executor' and ${orders} order by g.at, g.id`,
    },
    {
      title: '评论',
      columns: {
        时间: time('c.added_at'),
        工单编号: text('o.work_code'),
        内容: text('c.text'),
        编辑时间: time('c.edited_at'),
        删除时间: time('c.deleted_at'),
      },
      from: sql`from order_comment c join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
        where c.author_id = ${person} and ${orders} order by c.id`,
    },
    {
      title: '两票签署',
      columns: {
        时间: time('e.at'),
        票号: text('t.number'),
        票种: text('t.kind'),
        任务: text('t.task'),
        操作: text('e.action'),
        身份: text('e.role'),
        说明: text('e.note'),
        地址: text('e.address'),
      },
      words: { 票种: ticketKinds, 身份: titlesOf(ticketRoles) },
      from: sql`from ticket_event e join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
        where e.actor_id = ${person} and ${tickets} order by e.id`,
    },
    {
      title: '两票工作班',
      columns: {
        票号: text('t.number'),
        票种: text('t.kind'),
        任务: text('t.task'),
        证书: text('p.certificate'),
        交底时间: time('p.briefed_at'),
        离开时间: time('p.left_at'),
      },
      words: { 票种: ticketKinds },
      from: sql`from ticket_person p join ticket t on t.tenant_id = p.tenant_id and t.id = p.ticket_id
        where p.person_id = ${person} and ${tickets} order by t.id, p.no`,
    },
    {
      title: '消息',
      columns: {
        时间: time('m.at'),
        类别: text('m.kind'),
        工单编号: text('m.code'),
        已读时间: time('m.read_at'),
      },
      from: sql`from (
          select c.added_at as at, '评论提到' as kind, o.work_code as code, n.seen_at as read_at
          from order_comment_mention n
            join order_comment c on c.tenant_id = n.tenant_id and c.id = n.comment_id
            join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
          where n.user_id = ${person} and ${orders}
          union all
          select copied_at, '流程抄送', null, read_at from process_copy where user_id = ${person}
        ) m order by m.at`,
    },
    {
      title: '来信',
      columns: { 时间: time('q.created_at'), 信箱: text('q.box'), 状态: text('q.state') },
      // Only the office that a letter is written to reads it.
      words: { 信箱: { mail: '总经理信箱', feedback: '意见反馈' } },
      from: sql`from inquiry q where q.sender_id = ${person} order by q.id`,
    },
  ]
}
