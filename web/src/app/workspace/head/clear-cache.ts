import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { send } from '../../../lib/call.ts'
import { callErrorOf, reportCallError } from '../../../lib/call-errors.ts'
import { notify } from '../../../lib/notices.ts'
import { queryClient, refreshWhatShows } from '../../../lib/queries.ts'
import { keepDictionaries } from '../../../lib/session.ts'

/** Reloads the dictionaries; their choices update everywhere (spec 1 §7.2, §8). */
export async function clearCache(): Promise<void> {
  try {
    await send(choiceCalls.refresh, {})
    keepDictionaries(await send(choiceCalls.all, {}))
    await refreshWhatShows(queryClient, choiceCalls.refresh.entities)
    notify({ kind: 'success', title: '系统提示', text: '缓存刷新完成' })
  } catch (error) {
    const failed = callErrorOf(error)
    if (!failed) return
    if (failed.status === 401) reportCallError(failed)
    else notify({ kind: 'error', title: '系统提示', text: '刷新失败', requestId: failed.requestId })
  }
}
