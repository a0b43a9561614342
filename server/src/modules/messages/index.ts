import { messageCalls } from '@heliodesk/contract/messages.ts'
import { sql } from 'kysely'
import { defineModule, type Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { listLabels, listMessages, listStations, markBatch, markRead, readDetail, undoRead } from './rows.ts'

export { countUnread } from './rows.ts'
export { doneMessages, tell } from './tell.ts'

/** Orders that are late, tickets that expire: every process looks, and the first one tells. */
const due: Upkeep = {
  name: 'messages of what is due',
  everyMs: 60_000,
  run: (db) =>
    inEachCompany(db, async () => {
      await sql`select app.tell_due(now())`.execute(db)
    }),
}

/** What people are told of what others did (docs/decisions/0106-messages.md). */
export const messages = defineModule(
  messageCalls,
  {
    list: listMessages,
    detail: readDetail,
    labels: listLabels,
    stations: listStations,
    read: markRead,
    readBatch: markBatch,
    undoRead,
  },
  [due],
)
