import { useState } from 'react'
import { notify } from '../lib/notices.ts'
import { useSendEach, type Request } from '../lib/send-each.ts'
import type { Choice } from './page-table/use-choice.ts'
import { useUnsaved } from './use-unsaved.ts'

/** Sent by one request each, so more would take too long to wait for. */
export const MOST_AT_ONCE = 100

/** A row with which it could not be done, and why. */
export type Fault = { id: string; title: string; reason: string }

type Options<Row> = {
  /** Releases the rows with which it was done. */
  choice: Pick<Choice<Row>, 'nameOf' | 'onChoose'>
  /** The measure word of the rows: 项. */
  unit: string
  /** Codes of refusals of rows that are no longer there to be chosen. */
  gone: ReadonlySet<string>
}

/** Sends a command for each chosen row: with each it is done, or refused, by itself. Refused rows stay chosen. */
export function useBatchRun<Row extends { id: string }>({ choice, unit, gone }: Options<Row>) {
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const { progress, sendEach } = useSendEach()
  // What has not been sent yet would never be.
  useUnsaved(progress !== null)

  /** `done` is what the notice says of the rows: 已同意. */
  async function run(rows: readonly Row[], requestFor: (row: Row) => Request, done: string): Promise<void> {
    setFaults([])
    const results = await sendEach(rows.map(requestFor))
    const failed = rows.flatMap((row, at) => {
      const error = results[at]
      const { id } = row
      return error
        ? [{ id, title: choice.nameOf(row), reason: error.message, isGone: gone.has(error.code) }]
        : []
    })
    const kept = new Set(failed.flatMap(({ id, isGone }) => (isGone ? [] : [id])))
    choice.onChoose(
      rows.filter(({ id }) => !kept.has(id)),
      false,
    )
    setFaults(failed)
    const count = rows.length - failed.length
    if (count > 0)
      notify({
        kind: failed.length > 0 ? 'warning' : 'success',
        title: `${done} ${count} ${unit}`,
        text: failed.length > 0 ? `${failed.length} ${unit}未办成，原因在列表上方` : undefined,
      })
  }
  return { run, progress, faults, onForget: () => setFaults([]) }
}
