import { useLine } from '../lib/line.ts'

/** Whether there is a line to the server, as far as is known. */
export const useOnline = (): boolean => useLine(({ isThere }) => isThere)
