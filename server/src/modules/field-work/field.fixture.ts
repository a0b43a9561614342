import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { fieldWorkCalls as calls } from '@heliodesk/contract/field-work.ts'
import { workOrderCalls as orders } from '@heliodesk/contract/work-orders.ts'
import { useSite } from '../../../test/site.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Acts = Omit<typeof calls, 'records' | 'choose' | 'handOver' | 'contacts'>
export type ActName = keyof Acts
type Work = Pick<Received<typeof orders.detail>, 'stepList' | 'prerequisiteList'>

/** A site where technicians act on phones; nothing moves the clock but the tests. */
export function useField() {
  const site = useSite()
  const { harness } = site
  const now = () => harness.clock.now().getTime()
  const wire = (at: number) => toWireTime(new Date(at), 'Asia/Shanghai')
  const pass = (minutes: number) => harness.clock.advance(minutes * MINUTE_MS)
  const detail = (id: string) => harness.call(site.people.admin.token, orders.detail, { id })
  const history = (id: string) => harness.call(site.people.admin.token, orders.history, { id })
  const records = async (id: string, token = site.people.master.token) =>
    (await harness.call(token, calls.records, { id })).rows

  /** An order of the worker, in which the colleague assists. */
  const assigned = async (taskType: 4 | 18 = 4) => {
    const { id, version } = await site.create({ taskType })
    const input = {
      id,
      version,
      liableUserId: site.people.worker.id,
      assistUserIds: [site.people.worker2.id],
      planStartTime: wire(now()),
      planEndTime: wire(now() + 24 * HOUR_MS),
    }
    if (taskType === 4) return harness.call(site.people.master.token, orders.assign, input)
    return harness.call(site.people.master.token, orders.reformAssign, { reformType: '18', ...input })
  }
  const inHand = async () => harness.call(site.people.worker.token, orders.start, await assigned())

  /** What each act sends about the first step of the work, done at a time. */
  const sent = ({ stepList, prerequisiteList }: Work, at: number) => ({
    start: {},
    step: { stepNo: 1, name: stepList[0]!.name, done: true, value: '9.1', note: '', base: stepList[0]! },
    prerequisite: { no: 1, name: prerequisiteList[0]?.name ?? '无', met: true },
    hours: {
      executorName: '李沐阳',
      actualStartTime: wire(at - HOUR_MS),
      actualEndTime: wire(at + HOUR_MS),
      peopleNum: 2,
    },
    note: { executionNote: '已更换熔断器', base: '' },
    submit: {},
  })

  type Act<Name extends ActName> = Partial<Sent<Acts[Name]>> & { token?: string; work?: Work }

  async function inputOf<Name extends ActName>(name: Name, id: string, given: Act<Name>) {
    const { token = site.people.worker.token, work = await detail(id), ...more } = given
    const at = given.at ?? now()
    const input = { id, at, skew: 0, ...sent(work, at)[name], ...more } as Sent<Acts[Name]>
    return { token, input }
  }
  const act = async <Name extends ActName>(name: Name, id: string, given: Act<Name> = {}) => {
    const { token, input } = await inputOf(name, id, given)
    return harness.call(token, calls[name], input)
  }
  /** What becomes of an act, whether it is refused or not. */
  const outcome = async <Name extends ActName>(name: Name, id: string, given: Act<Name> = {}) => {
    const { token, input } = await inputOf(name, id, given)
    const { body } = await harness.request('POST', calls[name].path, { token, body: input })
    const done = body.result_data as Received<Acts['start']> | null
    return done
      ? { outcome: done.outcome, marks: done.marks, message: done.message }
      : { outcome: String(body.error_code), marks: [], message: String(body.result_msg) }
  }

  const current = async (id: string) => ({ id, version: (await detail(id)).version })
  const reassign = async (id: string, liableUserId: string) =>
    harness.call(site.people.master.token, orders.reassign, {
      ...(await current(id)),
      liableUserId,
      reason: '人员请假',
      planEndTime: wire(now() + 24 * HOUR_MS),
    })
  const check = async (id: string, passes: boolean) =>
    harness.call(site.people.master.token, orders.check, {
      ...(await current(id)),
      pass: passes,
      auditOpinion: '缺少照片',
    })
  const terminate = async (id: string) =>
    harness.call(site.people.master.token, orders.terminate, { ...(await current(id)), reason: '重复' })

  /** A work ticket of the order, which is open or was withdrawn now. */
  const ticket = async (id: string, withdrawn: boolean) => {
    const { tenantId } = harness.tenant
    await harness.owner.query(
      `with t as (
         insert into ticket (tenant_id, kind, number, station_id, state, voltage, task, content, author_id, stamp, stamped_by,
           stamped_at, created_at, updated_at)
         values ($1, 'second', 'P' || $2::bigint, $3, $4, '35', '更换', '{"kind": "second"}', $5, $6, $7, $8, now(), now())
         returning *
       ), of_order as (insert into ticket_order (tenant_id, ticket_id, order_id) select $1, id, $2 from t)
       insert into ticket_event (tenant_id, ticket_id, at, actor_id, actor_name, action, from_state, to_state, content_hash)
       select $1, t.id, $9::timestamptz, $5, '王值长', e.action, 'toPermit', e.state, repeat('0', 64)
       from t, (values ('confirm', 'working'), ('recall', 'void')) as e (action, state)
       where e.state = 'working' or t.stamp is not null`,
      [
        tenantId,
        id,
        site.stationId,
        withdrawn ? 'void' : 'toPermit',
        site.people.admin.id,
        withdrawn ? 'void' : null,
        withdrawn ? '王值长' : null,
        withdrawn ? new Date(now()) : null,
        new Date(now()),
      ],
    )
    await harness.owner.query('update work_order set need_ticket = 1 where id = $1', [id])
  }

  return Object.assign(site, {
    now,
    wire,
    pass,
    detail,
    history,
    records,
    assigned,
    inHand,
    act,
    outcome,
    current,
    reassign,
    check,
    terminate,
    ticket,
  })
}
