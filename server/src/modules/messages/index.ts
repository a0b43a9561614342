import { announcementCalls, messageChannelCalls } from '@heliodesk/contract/message-channels.ts'
import { MESSAGE_DAYS, messageCalls } from '@heliodesk/contract/messages.ts'
import { sql } from 'kysely'
import { defineModule, type Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { listSent, readReceipts, sendAnnouncement } from './announce.ts'
import { readCompany, saveCompany, saveRules, testCompany } from './company.ts'
import './first-data.ts'
import { addPush, askMail, confirmMail, preview, readOwn, removePush, saveOwn, testOwn } from './own.ts'
import { messageJobs } from './plan.ts'
import { listLabels, listMessages, listStations, markBatch, markRead, readDetail, undoRead } from './rows.ts'
import { urge } from './urge.ts'

export { countUnread } from './rows.ts'
export { doneMessages, tell } from './tell.ts'

/** Orders that are late, tickets that expire, inspections that were missed: every process looks, and the first one tells. */
const due: Upkeep = {
  name: 'messages of what is due',
  everyMs: 60_000,
  run: (db) =>
    inEachCompany(db, async () => {
      await sql`select app.tell_due(now())`.execute(db)
      await sql`select app.tell_missed(now())`.execute(db)
    }),
}

const old: Upkeep = {
  name: 'messages that nobody reads any more',
  everyMs: 3_600_000,
  run: (db) =>
    inEachCompany(db, async () => {
      await sql`delete from message where at < now() - make_interval(days => ${MESSAGE_DAYS})`.execute(db)
    }),
}

/** What people are told of what others did (docs/decisions/0106-messages.md). */
export const messages = defineModule(
  { ...messageCalls, ...messageChannelCalls, ...announcementCalls },
  {
    list: listMessages,
    detail: readDetail,
    labels: listLabels,
    stations: listStations,
    read: markRead,
    readBatch: markBatch,
    undoRead,
    urge,
    own: readOwn,
    saveOwn,
    preview,
    testOwn,
    askMail,
    confirmMail,
    addPush,
    removePush,
    company: readCompany,
    saveCompany,
    testCompany,
    saveRules,
    send: sendAnnouncement,
    sent: listSent,
    receipts: readReceipts,
  },
  [due, old],
  [...messageJobs],
)
