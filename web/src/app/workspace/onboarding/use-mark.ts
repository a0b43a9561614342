import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useCommand } from '../../../lib/queries.ts'
import type { Guide } from './guides.ts'

/** Tells the server what was seen. If that fails, the guide is shown again, so the error is not reported. */
export function useMark() {
  const { mutate } = useCommand(shellCalls.markGuide, { errors: 'own' })
  return (guide: Exclude<Guide, 'moved'>, version?: string) =>
    mutate(guide === 'version' ? { guide, version } : { guide })
}
