/** The first page has the line and the processor to itself for as long; what it does not need is loaded later. */
export const FIRST_PAGE_MS = 2000

/** Resolves after a time in milliseconds. */
export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
