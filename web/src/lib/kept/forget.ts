import { readStored, removeStored, writeStored } from '../storage.ts'

/** The database of what is kept on this device. */
export const KEPT = 'heliodesk-kept'

/** Whose answers are kept here; null if nobody's. */
const OWNER = 'kept'
/** Whose key lies here where no answers are kept; such a session does not go on past its end. */
const KEYED = 'keyed'
/** They are to go, and may not be gone yet: the page may have been left in between. */
const GOING = 'kept-gone'

export const keptOwner = (): string | null => readStored<string>(OWNER)
export const noteKeptOwner = (person: string): void => writeStored(OWNER, person)
export const keyedPerson = (): string | null => readStored<string>(KEYED)
export const noteKeyed = (person: string): void => writeStored(KEYED, person)

/** Deletes the keys and everything that they open. Whatever opens the database later waits for it. */
export async function forgetKept(): Promise<void> {
  removeStored((name) => name === OWNER || name === KEYED)
  if (typeof indexedDB === 'undefined') return
  writeStored(GOING, true)
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(KEPT)
    request.addEventListener('success', () => {
      removeStored((name) => name === GOING)
      resolve()
    })
    request.addEventListener('error', () => resolve())
  })
}

/** Goes on with what the page before could not finish. */
export async function finishForgetting(): Promise<void> {
  if (readStored(GOING) !== null) await forgetKept()
}
