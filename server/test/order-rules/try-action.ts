import type { Answer } from '../harness.ts'
import { bodyOf, pathOf } from './bodies.ts'
import { uploaded, type PutOrder } from './put-orders.ts'
import type { Person, RuleSite } from './people.ts'
import { expectedOf, type ActionCode, type Condition } from './table.ts'

const planned = { start: '2030-01-01 08:00:00', end: '2030-01-02 20:00:00' }
const past = { start: '2025-01-01 08:00:00', end: '2025-06-01 18:00:00' }

/** Sends an action about an order; the reform types have a path of their own, which `通用接口` leaves out. */
export async function tryAction(
  site: RuleSite,
  order: PutOrder,
  action: ActionCode,
  person: Person,
  conditions: readonly Condition[] = [],
): Promise<Answer> {
  const { people, harness } = site
  const plan = order.situation === '已超期' ? past : planned
  const takesPhoto = action === 'addPhoto' && expectedOf({ ...order, action }).allowed
  const body = bodyOf(action, {
    id: order.id,
    version: conditions.includes('旧版本') ? order.version + 1 : order.version,
    liableId: people[action === 'reassign' ? '班组他人' : '负责人'].id,
    plan,
    reassignedEnd: plan.end,
    extendedEnd: '2030-01-03 18:00:00',
    otherPlan: { start: '2031-03-01 08:00:00', end: '2031-03-02 18:00:00' },
    handlerId: people['站长'].id,
    photo: {
      path: takesPhoto ? await uploaded(site, person.id) : 'rules/photo.png',
      id: order.photoId ?? '1',
    },
  })
  const path = pathOf(action, conditions.includes('通用接口') ? undefined : order.taskType)
  return harness.request('POST', path, { token: person.token, body })
}
