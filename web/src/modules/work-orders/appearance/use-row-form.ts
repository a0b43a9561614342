import { appearanceSheetCalls as calls } from '@heliodesk/contract/appearance-sheet.ts'
import type { z } from 'zod'
import { useForm, type Draft } from '../../../kit/use-form.ts'
import { useReadAgain } from '../../../kit/use-seen.ts'
import { useRefresh } from '../../../lib/queries.ts'
import type { SheetRow } from './sheet.ts'

type Fields = z.ZodType<unknown, Record<string, unknown>>

/**
 * The form of one row with the version that was seen; `look` takes over what somebody else has written, and keeps what
 * was typed.
 */
export function useRowForm<S extends Fields>(
  schema: S,
  { orderId, row }: { orderId: string; row: SheetRow },
  startFrom: (row: SheetRow) => Draft<S>,
) {
  const form = useForm(schema, startFrom(row))
  const readAgain = useReadAgain(calls.sheet)
  const refresh = useRefresh(calls.sheet)
  const look = async (then: () => void) => {
    const fresh = (await readAgain({ orderId }))?.rowList.find(({ no }) => no === row.no)
    refresh()
    if (fresh) form.rebase(startFrom(fresh))
    then()
  }
  return { form, look }
}
