import { notify } from '../src/lib/notices.ts'

/** What a button of an entry does where there is nothing to do: it says that it was pressed. */
export const told = (title: string) => () => notify({ kind: 'info', title })
