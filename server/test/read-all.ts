import type { Call } from '@heliodesk/contract/call.ts'
import { modules } from '../src/modules.ts'
import type { Harness } from './harness.ts'
import { sampleOf, type Fields } from './samples.ts'

/** All queries that answer with data and can be asked with a sample. */
export const queries = modules
  .flatMap((module): Call[] => Object.values(module.calls))
  .filter(({ kind, download, path }) => kind === 'query' && !download && !path.includes(':'))

type Place = { id: string; psId: string; code: string; typeId: string }

/** The call's inputs that are about this device, its station, and what these belong to, and the one without filters. */
function inputsOf({ tenant }: Harness, call: Call, { id, psId, code, typeId }: Place): Fields[] {
  const { psaId, depCode } = tenant.stations.find((station) => station.id === psId)!
  const depId = tenant.departments[depCode]!
  const known: Record<string, string> = { psId, deviceId: id, code, typeId, psaId, depId }
  const samples = [id, psId, psaId, depId].map(
    (own) => sampleOf(call.input, ({ name }) => (name === 'id' ? own : known[name])) as Fields,
  )
  return [...new Map([...samples, {}].map((input) => [JSON.stringify(input), input])).values()]
}

export type Read = { path: string; text: string }

/** What these queries answer a person about a device and its place. */
export async function readAll(
  harness: Harness,
  token: string,
  place: Place,
  asked: readonly Call[] = queries,
): Promise<Read[]> {
  const answers: Read[] = []
  for (const call of asked)
    for (const input of inputsOf(harness, call, place)) {
      const answer = harness.call(token, call, input).catch(() => 'refused')
      answers.push({ path: call.path, text: JSON.stringify(await answer) })
    }
  return answers
}

/**
 * Of answers read before a change and after it: those that do not differ each time, and whether the change left them the
 * same. Only what differs is read once more, since reading everything takes seconds.
 */
export async function steadyOf(
  before: Read[],
  after: Read[],
  read: (asked: readonly Call[]) => Promise<Read[]>,
): Promise<(Read & { isSame: boolean })[]> {
  const compared = after.map((each, at) => ({ ...each, isSame: each.text === before[at]!.text }))
  const differing = new Set(compared.flatMap(({ path, isSame }) => (isSame ? [] : [path])))
  const again = await read(queries.filter(({ path }) => differing.has(path)))
  const againOf = (path: string) => again.filter((each) => each.path === path)
  const steady = new Set(
    [...differing].flatMap((path) => {
      const [now, then] = [compared.filter((each) => each.path === path), againOf(path)]
      // Some answers differ each time: keys, tickets, times of reading.
      return now.filter(({ text, isSame }, at) => !isSame && text === then[at]!.text)
    }),
  )
  return compared.filter((each) => each.isSame || steady.has(each))
}
