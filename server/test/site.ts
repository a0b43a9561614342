import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll } from 'vitest'
import { useHarness } from './harness.ts'

type Person = { id: string; token: string }

const usernames = {
  admin: 'a_admin',
  master: 'a_master',
  worker: 'a_worker',
  worker2: 'a_colleague',
  outsider: 'a_east_master',
  foreigner: 'b_admin',
} as const
type Name = keyof typeof usernames

/** A tenant with people for every role towards an order at one station of the western centre, and their actions. */
export type Site = {
  harness: ReturnType<typeof useHarness>
  people: Record<Name, Person>
  stationId: string
}

export const planned = { planStartTime: '2030-01-01 08:00:00', planEndTime: '2030-01-02 18:00:00' }

/** A later end, within twice the planned time. */
export const LATER_END = '2030-01-03 18:00:00'
/** A later plan, which differs from `planned` and from that of any other minute of March. */
export const laterBy = (minutes: number) => {
  const at = (hour: number) =>
    new Date(Date.UTC(2030, 2, 1, hour, minutes)).toISOString().slice(0, 19).replace('T', ' ')
  return { planStartTime: at(8), planEndTime: at(34) }
}

/** The command of every step of an order. */
export const commandOf = {
  assign: calls.assign,
  reassign: calls.reassign,
  reschedule: calls.reschedule,
  claim: calls.claim,
  start: calls.start,
  save: calls.execute,
  submit: calls.execute,
  pass: calls.check,
  reject: calls.check,
  extend: calls.extension,
  audit: calls.extensionAudit,
  terminate: calls.terminate,
} as const

export function useSite() {
  const harness = useHarness()
  const site = { harness } as Site
  beforeAll(async () => {
    await signIn(site)
    site.stationId = harness.tenant.stations.find((station) => station.depCode === 'A01A02A01')!.id
  })
  return Object.assign(site, stepsOf(site))
}

async function signIn(site: Site): Promise<void> {
  const { harness } = site
  const people: [string, Person][] = []
  for (const [name, username] of Object.entries(usernames)) {
    const user = harness.tenant.users[username] ?? harness.otherTenant.users[username]!
    people.push([name, { id: user.id, token: await harness.signIn(username) }])
  }
  site.people = Object.fromEntries(people) as Record<Name, Person>
}

function stepsOf(site: Site) {
  const create = (input: object = {}) =>
    site.harness.call(site.people.master.token, calls.insert, {
      psId: site.stationId,
      taskType: 12,
      taskDescription: '3 号逆变器绝缘阻抗低',
      ...input,
    })
  const assignTo = (order: { id: string; version: number }, liableUserId = site.people.worker.id) =>
    site.harness.call(site.people.master.token, calls.assign, {
      id: order.id,
      version: order.version,
      liableUserId,
      ...planned,
    })
  /** The worker asks for a later end of an order that is theirs. */
  const extend = (order: { id: string; version: number }, input: object = {}) =>
    site.harness.call(site.people.worker.token, calls.extension, {
      id: order.id,
      version: order.version,
      planEndTime: LATER_END,
      reason: '备件未到',
      ...input,
    })
  /** Gives the steps a photo of the worker each, without the bytes. */
  const photographed = (orderId: string, steps: readonly number[]) =>
    site.harness.owner.query(
      `with blob as (
         insert into file_blob (tenant_id, path, sha256, size, media_type, preview, used_at)
         values ($1, 'test/step.png', sha256('step'), 4, 'image/png', 'none', now())
         on conflict (tenant_id, sha256, size) do update set used_at = now() returning path
       ), photo as (
         insert into work_order_photo (tenant_id, order_id, step_no, path, added_by, added_at)
         select $1, $2::bigint, step, 'test/' || $2::bigint || '-' || step || '.png', $3, now() from unnest($4::int[]) step
         on conflict do nothing returning path
       )
       insert into stored_file (tenant_id, path, blob_path, file_name, media_type, size, sha256, purpose, created_by,
         created_at, kept_at)
       select $1, photo.path, blob.path, '现场.png', 'image/png', 4, sha256('step'), 'step', $3, now(), now()
       from photo, blob`,
      [site.harness.tenant.tenantId, orderId, site.people.worker.id, steps],
    )
  /** All fields that a submission requires. */
  const filled = async (id: string) => {
    const { prerequisiteList, stepList } = await site.harness.call(site.people.admin.token, calls.detail, {
      id,
    })
    await photographed(
      id,
      stepList.flatMap(({ needPhoto }, at) => (needPhoto ? [at + 1] : [])),
    )
    return {
      prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: true })),
      stepList: stepList.map((step) => ({
        ...step,
        done: true,
        doneAt: '2030-01-01 10:00:00',
        value: '9.1',
      })),
      workHoursList: [
        {
          executorName: '李沐阳',
          actualStartTime: '2030-01-01 09:00:00',
          actualEndTime: '2030-01-01 11:30:00',
          peopleNum: 2,
        },
      ],
      executionNote: '已更换熔断器',
    }
  }
  /** An order in the worker's hands. */
  const begun = async (taskType = 12) =>
    site.harness.call(site.people.worker.token, calls.start, await assignTo(await create({ taskType })))
  /** The worker submits an order, whatever was done to it meanwhile. */
  const submit = async ({ id }: { id: string }) => {
    const { token } = site.people.worker
    const { version } = await site.harness.call(token, calls.version, { id })
    return site.harness.call(token, calls.execute, { id, version, submit: true, ...(await filled(id)) })
  }
  const submitted = async (taskType = 12) => submit(await begun(taskType))
  /** Signs in again at another time of the clock, at which the sessions would be over. */
  const setClock = async (time: string) => {
    site.harness.clock.set(time)
    await signIn(site)
  }
  /** The number of orders of all tenants, counted as the owner. */
  const countAll = async (): Promise<number> => {
    const { rows } = await site.harness.owner.query('select count(*)::int as n from work_order')
    return (rows[0] as { n: number }).n
  }
  return { create, assignTo, extend, filled, begun, submit, submitted, setClock, countAll }
}
