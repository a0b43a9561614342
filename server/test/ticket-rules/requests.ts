import type { Seen, Stage } from './look.ts'
import type { Verb } from './model.ts'

type Place = { guardId: string; now: () => string }

/** Path and body of what is done, from the ticket as it was seen. */
export function requestOf(
  { orderId, earthIds }: Stage,
  ticket: Seen,
  verb: Verb,
  { guardId, now }: Place,
): [string, object] {
  const { id, version, orderVersion } = ticket
  const act = (input: object): [string, object] => ['/ticket/act', { id, version, ...input }]
  const order = { id: orderId, version: orderVersion }
  const no = Number(verb.at(-1))
  if (verb.startsWith('tick')) return ['/ticket/tick', { id, no }]
  if (verb.startsWith('hang')) {
    const place = { place: '负荷侧', testedTime: now(), guardId }
    return ['/ticket/earth/hang', { id, earthId: earthIds[no - 1], ...place }]
  }
  if (verb.startsWith('unhang')) {
    // An id that is nobody's, where it does not hang.
    const hangingId = ticket.hanging[earthIds[no - 1] ?? ''] ?? '999999999'
    return ['/ticket/earth/unhang', { id, hangingId, guardId }]
  }
  switch (verb) {
    case 'share':
      return act({ act: 'permit', isShared: true })
    case 'finish':
      return act({ act: 'finish', isClear: true })
    case 'sendBack':
    case 'deny':
    case 'void':
    case 'recall':
      return act({ act: verb, reason: '随机' })
    case 'enter':
    case 'leave':
      return [`/ticket/person/${verb}`, { id, no: ticket.crewNo ?? 2 }]
    case 'startOrder':
      return ['/ops/order/start', order]
    case 'endOrder':
      return ['/ops/order/terminate', { ...order, reason: '随机' }]
    default:
      return act({ act: verb })
  }
}
