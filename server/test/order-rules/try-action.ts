import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import type { Answer } from '../harness.ts'
import { commandOf } from '../site.ts'
import { uploaded, type PutOrder } from './put-orders.ts'
import type { Person, RuleSite } from './people.ts'
import { expectedOf, type ActionCode, type Condition } from './table.ts'

const pathOf: Record<ActionCode, string> = {
  ...Object.fromEntries(Object.entries(commandOf).map(([action, { path }]) => [action, path])),
  addPhoto: calls.addPhoto.path,
  removePhoto: calls.removePhoto.path,
  insurance: calls.insuranceAssign.path,
} as Record<ActionCode, string>

/** The actions for which the reform types have a path of their own. */
export const byType: ReadonlySet<ActionCode> = new Set(['assign', 'save', 'submit', 'pass', 'reject'])

/** What the product's clients send for an action; complete and valid, so that only the rules can refuse it. */
async function inputOf(site: RuleSite, order: PutOrder, action: ActionCode, person: Person, seen: number) {
  const { people } = site
  const given = { id: order.id, version: seen }
  switch (action) {
    case 'assign':
      return { ...given, liableUserId: people['负责人'].id, ...plan(order) }
    case 'reassign':
      return {
        ...given,
        liableUserId: people['班组他人'].id,
        reason: '进度停滞',
        planEndTime: plan(order).planEndTime,
      }
    case 'reschedule':
      return {
        ...given,
        planStartTime: '2031-03-01 08:00:00',
        planEndTime: '2031-03-02 18:00:00',
        confirmed: true,
      }
    case 'save':
    case 'submit':
      return {
        ...given,
        submit: action === 'submit',
        prerequisiteList: [],
        stepList: [step],
        workHoursList: [
          {
            executorName: '某人',
            actualStartTime: '2030-01-01 09:00:00',
            actualEndTime: '2030-01-01 11:30:00',
            peopleNum: 2,
          },
        ],
        executionNote: '已处理',
      }
    case 'addPhoto': {
      const expected = expectedOf({ ...order, action })
      const path = expected.allowed ? await uploaded(site, person.id) : 'rules/photo.png'
      return { id: order.id, stepNo: 1, path }
    }
    case 'removePhoto':
      return { id: order.id, photoId: order.photoId ?? '1' }
    case 'pass':
    case 'reject':
      return { ...given, pass: action === 'pass', auditOpinion: '看过', score: 95 }
    case 'extend':
      return { ...given, planEndTime: '2030-01-03 18:00:00', reason: '备件未到' }
    case 'audit':
      return { ...given, pass: true, auditOpinion: '同意' }
    case 'terminate':
      return { ...given, reason: '不再需要' }
    case 'insurance':
      return {
        ...given,
        reportNo: `BX${order.id}`,
        reportTime: '2026-01-01 08:00:00',
        handlerId: people['站长'].id,
      }
    default:
      return given
  }
}

const step = {
  name: '作业',
  required: true,
  needPhoto: false,
  needValue: false,
  done: true,
  doneAt: '2030-01-01 10:00:00',
  value: '',
  note: '',
}

/** A later end than the order's, in the future. */
const plan = ({ situation }: PutOrder) =>
  situation === '已超期'
    ? { planStartTime: '2025-01-01 08:00:00', planEndTime: '2025-06-01 18:00:00' }
    : { planStartTime: '2030-01-01 08:00:00', planEndTime: '2030-01-02 20:00:00' }

/** Sends an action about an order; the reform types have a path of their own, which `通用接口` leaves out. */
export async function tryAction(
  site: RuleSite,
  order: PutOrder,
  action: ActionCode,
  person: Person,
  conditions: readonly Condition[] = [],
): Promise<Answer> {
  const isOld = conditions.includes('旧版本')
  const body = await inputOf(site, order, action, person, isOld ? order.version + 1 : order.version)
  const general = pathOf[action]
  const path =
    order.taskType === 18 && byType.has(action) && !conditions.includes('通用接口')
      ? general.replace('/ops/order/', '/ops/order/18/')
      : general
  return site.harness.request('POST', path, { token: person.token, body })
}
