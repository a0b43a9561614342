import { usualChoices, type MessageChoice, type MessageTime } from '@heliodesk/contract/message-channels.ts'
import {
  groupOf,
  isUrgent,
  type MessageChannel,
  type MessageKind,
} from '@heliodesk/contract/message-kinds.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'

/** What a person chose, over what everybody starts with. */
export type Chosen = {
  choices: readonly MessageChoice[]
  quietFrom: string | null
  quietUntil: string | null
}

export const choiceOf = ({ choices }: Pick<Chosen, 'choices'>, kind: MessageKind): MessageChoice => {
  const group = groupOf(kind)
  const found = [...choices, ...usualChoices].find((each) => each.group === group)
  return found ?? { group, channels: [], when: 'now' }
}

/** On which ways a message goes to somebody: those chosen and those that the company locked, as far as they are there. */
export function channelsFor(
  kind: MessageKind,
  chosen: Chosen,
  locked: readonly string[],
  there: readonly MessageChannel[],
): MessageChannel[] {
  const wanted = new Set<string>([...choiceOf(chosen, kind).channels, ...locked])
  return there.filter((channel) => wanted.has(channel))
}

type Due = {
  at: Date
  /** With the others that are due then. */
  together: boolean
}

/** When a message goes out that is told now: what is urgent at once, the rest as chosen, never in the quiet time. */
export function dueOf(kind: MessageKind, chosen: Chosen, now: Date, zone: string): Due {
  if (isUrgent(kind)) return { at: now, together: false }
  const planned = plannedAt(choiceOf(chosen, kind).when, now, zone)
  const { quietFrom, quietUntil } = chosen
  if (quietFrom === null || quietUntil === null || !isWithin(planned, quietFrom, quietUntil, zone))
    return { at: planned, together: planned > now }
  return { at: nextTime(planned, quietUntil, zone), together: true }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MORNING = '08:00'

function plannedAt(when: MessageTime, now: Date, zone: string): Date {
  if (when === 'now') return now
  if (when === 'morning') return nextTime(now, MORNING, zone)
  return new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS)
}

/** The next moment after `now` at which clocks show this time. */
function nextTime(now: Date, clock: string, zone: string): Date {
  const day = toWireTime(now, zone).slice(0, 10)
  const today = fromWireTime(`${day} ${clock}:00`, zone)
  return today > now ? today : new Date(today.getTime() + DAY_MS)
}

/** Whether it lies in the quiet time, which may go over midnight. */
export function isWithin(at: Date, from: string, until: string, zone: string): boolean {
  const clock = toWireTime(at, zone).slice(11, 16)
  return from < until ? clock >= from && clock < until : clock >= from || clock < until
}
