import { openWords } from '../../lib/words.ts'
import { restoreSearches } from './open-tabs.ts'

/** Opens what lies sealed on this device, before anything shows it. */
export async function openOwn(): Promise<void> {
  await openWords()
  restoreSearches()
}
