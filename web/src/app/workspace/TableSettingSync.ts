import { tableSettingCalls } from '@heliodesk/contract/table-settings.ts'
import { useEffect } from 'react'
import { useOnline } from '../../kit/use-online.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import {
  adoptTableSettings,
  awaitTableSettings,
  giveUpTableSettings,
  nextUnsent,
  tableSettingRefused,
  tableSettingSent,
  useTableSettings,
} from '../../lib/table-settings.ts'

/**
 * Keeps column settings in sync with the server: they are read at the first load and whenever the window becomes
 * visible again, and the last change wins. An unsent change is sent with the next one, when the network is back, or
 * after a reload.
 */
export function TableSettingSync(): null {
  const { data: known, error } = useCall(tableSettingCalls.list, {})
  useEffect(awaitTableSettings, [])
  useEffect(() => {
    if (known) adoptTableSettings(known)
    else if (error) giveUpTableSettings()
  }, [known, error])

  const unsent = useTableSettings((state) => JSON.stringify(nextUnsent(state) ?? ''))
  // Several quick changes become one record.
  const settled = useSettled(unsent, ASKING_DEBOUNCE_MS)
  const online = useOnline()
  const {
    mutate,
    reset,
    isPending,
    error: failure,
    variables,
  } = useCommand(tableSettingCalls.edit, {
    errors: 'own',
    onSuccess: (answer, { arrangement }) =>
      tableSettingSent(arrangement && { ...arrangement, widths: arrangement.widths ?? {} }, answer),
  })
  useEffect(() => {
    if (online) reset()
  }, [online, reset])
  useEffect(() => {
    const next = settled === unsent ? (JSON.parse(settled) as ReturnType<typeof nextUnsent> | '') : ''
    const hasFailed = failure !== null && JSON.stringify(variables) === settled
    if (hasFailed && !failure.isOffline && variables) tableSettingRefused(variables.code)
    else if (known && next && !isPending && !hasFailed) mutate(next)
  }, [known, unsent, settled, isPending, failure, variables, mutate])
  return null
}
