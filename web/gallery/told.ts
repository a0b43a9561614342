import { notify } from '../src/lib/notices.ts'

/** A button handler for entries where nothing happens: it shows a notice that the button was pressed. */
export const told = (title: string) => () => notify({ kind: 'info', title })
