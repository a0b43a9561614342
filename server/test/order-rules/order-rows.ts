import type { Harness } from '../harness.ts'

/** Everything that is stored of orders, as one text per order. */
export type OrderRows = {
  state: string
  version: number
  history: string[]
  /** The state that the process gives the order, and how many processes it has. */
  process: string
  extensions: string[]
  all: string
}

export async function rowsOf({ owner }: Pick<Harness, 'owner'>, ids: readonly string[]) {
  const { rows } = await owner.query<OrderRows & { id: string }>(
    `select o.id, o.flow_sts || '/' || o.other_sts as state, o.version,
       array(select e.action from work_order_event e where e.order_id = o.id order by e.id) as history,
       (select string_agg(case i.status when 'running' then i.business_state when 'completed' then '4' else '5' end, ' ')
        from process_instance i where i.business_type = 'workOrder' and i.business_id = o.id) as process,
       array(select i.status from process_instance i
        where i.business_type = 'orderExtension' and i.business_id = o.id order by i.id) as extensions,
       jsonb_build_array(o, ${[
         'work_order_event',
         'work_order_execution',
         'work_order_hours',
         'work_order_photo',
         'work_order_extension',
         'work_order_insurance',
       ]
         .map(
           (table) =>
             `(select jsonb_agg(t order by t) from (select to_jsonb(r) as t from ${table} r where r.order_id = o.id) x)`,
         )
         .join(', ')}, ${['process_token', 'process_task', 'process_event', 'process_candidate']
         .map(
           (table) =>
             `(select jsonb_agg(t order by t) from (select to_jsonb(r) as t from ${table} r join process_instance i
               on i.id = r.instance_id where i.business_id = o.id
                 and i.business_type in ('workOrder', 'orderExtension')) x)`,
         )
         .join(', ')},
         (select jsonb_agg(to_jsonb(i) order by i.id) from process_instance i where i.business_id = o.id
           and i.business_type in ('workOrder', 'orderExtension')))::text as all
     from work_order o where o.id = any($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
