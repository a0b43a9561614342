import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useCall } from '../lib/queries.ts'

/**
 * The record with this id, as a `RecordDrawer` takes it; `key` is the name of the id in the question and in the answer.
 * Until it is loaded it is null, also while the answer is still another record, or one that `isWanted` refuses.
 */
export function useRecord<C extends Call<'query'>, K extends keyof Sent<C> & keyof Received<C>>(
  call: C,
  key: K,
  id: string & Sent<C>[K],
  isWanted: (found: NonNullable<Received<C>>) => boolean = () => true,
) {
  const read = useCall(call, { [key]: id } as Sent<C>)
  const answer = read.data ?? null
  return { call, id, read, record: answer !== null && answer[key] === id && isWanted(answer) ? answer : null }
}
