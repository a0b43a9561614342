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

/** Of answers that were read three times: those that do not differ each time, and whether the last equals the others. */
export const steadyOf = (first: Read[], before: Read[], after: Read[]) =>
  after.flatMap(({ path, text }, at) =>
    // Some answers differ each time: keys, tickets, times of reading.
    first[at]!.text === before[at]!.text ? [{ path, text, isSame: text === before[at]!.text }] : [],
  )
