/** Whether this window hears what others change (`changes.ts`): then nothing needs to be asked for again and again. */
export const stream = { isOpen: false }
