import { workingTimes, type Interval, type Story } from './story.ts'

/** A person at work under a ticket; `key` tells people apart, those without an account by their name at a station. */
export type Stay = Interval & { key: string; name: string }

type Present = Pick<
  Story,
  | 'events'
  | 'finishedAt'
  | 'guardId'
  | 'guardName'
  | 'kind'
  | 'leaderId'
  | 'leaderName'
  | 'people'
  | 'stampedAt'
  | 'startedAt'
  | 'stationId'
>

/** Who was at work when: the pair of an operation ticket, the leader while the work went on, members as they signed. */
export function presenceOf(story: Present): Stay[] {
  return story.kind === 'operation' ? ofPair(story) : [...ofLeaders(story), ...ofMembers(story)]
}

function ofPair({
  leaderId,
  leaderName,
  guardId,
  guardName,
  startedAt,
  finishedAt,
  stampedAt,
}: Present): Stay[] {
  if (!startedAt) return []
  const until = finishedAt ?? stampedAt
  return [[leaderId, leaderName] as const, [guardId, guardName] as const].flatMap(([id, name]) =>
    id && name ? [{ key: id, name, from: startedAt, until }] : [],
  )
}

const keyOf = ({ personId, name }: Present['people'][number], stationId: string) =>
  personId ?? `${stationId} ${name}`

/** Whoever began a time of work leads it; a new leader begins the next one. */
function ofLeaders(story: Present): Stay[] {
  const leaders = story.people.filter(({ part }) => part === 'leader')
  return workingTimes(story).flatMap(({ from, until }) => {
    const signed = story.events.find(({ at, to }) => to === 'working' && at.getTime() === from.getTime())
    const leader = leaders.find(({ name }) => name === signed?.actorName) ?? leaders.at(-1)
    return leader ? [{ key: keyOf(leader, story.stationId), name: leader.name, from, until }] : []
  })
}

function ofMembers(story: Present): Stay[] {
  const stays: Stay[] = []
  const inside = new Map<string, Date>()
  const close = (name: string, until: Date) => {
    const from = inside.get(name)
    const person = story.people.find((each) => each.part !== 'leader' && each.name === name)
    if (from && person) stays.push({ key: keyOf(person, story.stationId), name, from, until })
    inside.delete(name)
  }
  for (const { action, note, at, to } of story.events) {
    if (action === 'enter') inside.set(note, at)
    else if (action === 'leave') close(note, at)
    else if (to !== 'working') for (const name of inside.keys()) close(name, at)
  }
  for (const name of inside.keys()) close(name, story.stampedAt)
  return stays
}

/** Where two stays of one person go on at once; null if they do not. */
export function sharedTime(one: Stay, other: Stay): Interval | null {
  if (one.key !== other.key) return null
  const from = one.from > other.from ? one.from : other.from
  const until = one.until < other.until ? one.until : other.until
  return from < until ? { from, until } : null
}
