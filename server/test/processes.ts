import type { Harness } from './harness.ts'

type Instance = {
  processInstanceId: string
  key: string
  status: string
  businessState: string | null
  open: { node: string; assignee: string | null; candidates: string[] }[]
}

/** The process of an order, read as the owner, with its open steps and whom they wait for. */
export async function instanceOfOrder({ owner }: Pick<Harness, 'owner'>, orderId: string): Promise<Instance> {
  const { rows } = await owner.query<Instance>(
    `select i.id as "processInstanceId", d.key, i.status, i.business_state as "businessState", coalesce((
       select json_agg(json_build_object('node', t.node, 'assignee', t.assignee_id::text, 'candidates', array(
         select c.kind || ' ' || c.ref from process_candidate c
         where c.instance_id = t.instance_id and c.task_id = t.id order by 1)) order by t.id)
       from process_task t where t.instance_id = i.id and t.closed_at is null), '[]') as open
     from process_instance i join process_definition d on d.id = i.definition_id
     where i.business_type = 'workOrder' and i.business_id = $1`,
    [orderId],
  )
  if (rows.length !== 1) throw new Error(`order ${orderId} has ${rows.length} processes`)
  return rows[0]!
}

/** Everything that is stored of an order's process. */
export async function processesOf({ owner }: Pick<Harness, 'owner'>, orderId: string): Promise<unknown> {
  const { rows } = await owner.query<{ all: unknown }>(
    `select json_build_object('instance', i, 'tokens', (select json_agg(t order by t.id) from process_token t where t.instance_id = i.id),
       'tasks', (select json_agg(t order by t.id) from process_task t where t.instance_id = i.id),
       'events', (select json_agg(e order by e.seq) from process_event e where e.instance_id = i.id)) as all
     from process_instance i where i.business_type = 'workOrder' and i.business_id = $1`,
    [orderId],
  )
  return rows.map((row) => row.all)
}
