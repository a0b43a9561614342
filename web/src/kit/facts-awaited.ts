import { createContext } from 'react'

/** Whether facts that are undefined are still being read: a row is known of a record, and the rest is on its way. */
export const FactsAwaited = createContext(false)
