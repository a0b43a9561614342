import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/** As many days of the demonstration's year are told. */
const DAYS = 10

/** What the last days would have told, as the triggers tell it; most of what is older than a day has been read. */
async function tellAgain({ db, now }: DemoCompany): Promise<void> {
  const since = new Date(now.getTime() - DAYS * 86_400_000)
  await sql`select set_config('app.messages', 'on', true)`.execute(db)
  await sql`select app.tell_again(${since})`.execute(db)
  await sql`
    update message_to t set read_at = least(m.at + interval '20 minutes', ${now}::timestamptz) from message m
    where m.tenant_id = t.tenant_id and m.id = t.message_id and t.read_at is null
      and (m.at < ${now}::timestamptz - interval '1 day' or m.done_at is not null)
      and (t.message_id * 7 + t.user_id) % 6 > 0`.execute(db)
  await sql`select set_config('app.messages', 'off', true)`.execute(db)
}

offerFirstData('messages', {
  after: ['work-orders', 'tickets', 'order-comments'],
  demo: tellAgain,
})
