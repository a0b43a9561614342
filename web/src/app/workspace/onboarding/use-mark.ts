import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useCommand } from '../../../lib/queries.ts'
import type { Guide } from './guides.ts'

/** Tells the server what was seen; where that does not arrive it is shown again, which is no failure to report. */
export function useMark() {
  const { mutate } = useCommand(shellCalls.markGuide, { refresh: [shellCalls.shell], errors: 'own' })
  return (guide: Exclude<Guide, 'moved'>, version?: string) =>
    mutate(guide === 'version' ? { guide, version } : { guide })
}
