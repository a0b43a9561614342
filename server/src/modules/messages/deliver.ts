import {
  isMessageKind,
  linkOfMessage,
  noteOfMessage,
  titleOfMessage,
  type MessageChannel,
  type MessageWords,
} from '@heliodesk/contract/message-kinds.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import type { Job } from '../../kernel/context.ts'
import { inTenant } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { queueMessage } from '../sms/index.ts'
import { AddressRefused } from '../webhooks/index.ts'
import { isRobot, requireSecret, SecretLost, wayOf, type Opening, type Way } from './ways.ts'
import { MailRefused, sendMail } from './mail.ts'
import { openedOf, pushTo, type Browser } from './push.ts'
import { postToRobot } from './robots.ts'

const payload = z.object({ message: z.string(), user: z.string(), channel: z.string() })
type Payload = z.output<typeof payload>

/** What is sent in one piece: a message, or all that are due together. */
type Parcel = {
  way: Way
  number: string
  items: { id: string; title: string; note: string; link: string | null }[]
  name: string
  phone: string | null
  mail: string | null
  browsers: Browser[]
}

/** Trying again changes nothing. */
const isFinal = (error: unknown) =>
  error instanceof AddressRefused || error instanceof MailRefused || error instanceof SecretLost

/**
 * Sends what is due to one person on one way: at least once, always under the same number. The outcome lies in the
 * transaction that removes the job. What has been read meanwhile, or may not be seen any more, is not sent.
 */
export const deliverMessage: Job<Payload> = {
  kind: 'message delivery',
  payload,
  atOnce: () => 16,
  mostAttempts: 8,
  firstWaitMs: 10_000,
  cutOff: '发送多次中断',
  isFinal,
  async run({ tenant, payload: due, finish }, { pool, env, clock, signal }) {
    const parcel = await inTenant(pool, tenant, (db) => parcelOf(db, due, { env, tenant }))
    if (!parcel) return finish((db) => end(db, due, [], clock.now()))
    const gone = await sendOut(parcel, { env, at: clock.now(), signal })
    await finish(async (db) => {
      if (due.channel === 'sms' && parcel.phone !== null)
        await queueMessage(
          { db, now: clock.now() },
          {
            tenant,
            phone: parcel.phone,
            template: 'message',
            params: { title: headOf(parcel) },
            wanted: true,
          },
        )
      if (gone.length > 0) await db.deleteFrom('message_push').where('endpoint', 'in', gone).execute()
      await end(
        db,
        due,
        parcel.items.map(({ id }) => id),
        clock.now(),
      )
      if (due.channel === 'mail')
        await db
          .updateTable('message_mail')
          .set({ fault: null, failed_at: null })
          .where('user_id', '=', due.user)
          .where('fault', 'is not', null)
          .execute()
    })
  },
  async failed(
    db,
    { payload: { message, user, channel } },
    { message: told, reason, isFinal: isLast, error },
    { clock },
  ) {
    const fault = isFinal(error) && error instanceof Error ? error.message : told
    await sql`
      update message_delivery set fault = ${(fault || reason).slice(0, 200)},
        state = case when ${isLast}::boolean then 'failed' else state end,
        ended_at = case when ${isLast}::boolean then ${clock.now()}::timestamptz end
      where message_id = ${message} and user_id = ${user} and channel = ${channel} and state = 'waiting'`.execute(
      db,
    )
    if (error instanceof MailRefused)
      await db
        .updateTable('message_mail')
        .set({ fault: error.message, failed_at: clock.now() })
        .where('user_id', '=', user)
        .execute()
  },
}

type Row = {
  id: string
  number: string
  kind: string
  about: string
  aboutId: string | null
  words: MessageWords
}

/** Null if there is nothing to send any more. */
async function parcelOf(
  db: Db,
  { message, user, channel }: Payload,
  opening: Opening,
): Promise<Parcel | null> {
  const { rows } = await sql<Row>`
    select d.message_id as id, d.number, m.kind, m.about, m.about_id as "aboutId", m.words
    from message_delivery own
    join message_delivery d on d.tenant_id = own.tenant_id and d.user_id = own.user_id and d.channel = own.channel
      and (d.message_id = own.message_id or own.together and d.together and d.due_at = own.due_at)
      and d.state = 'waiting'
    join message m on m.tenant_id = d.tenant_id and m.id = d.message_id
    join message_to t on t.tenant_id = d.tenant_id and t.message_id = d.message_id and t.user_id = d.user_id
      and t.read_at is null
    where own.message_id = ${message} and own.user_id = ${user} and own.channel = ${channel} and own.state = 'waiting'
      and app.may_hear(d.user_id, m.about, m.about_id)
    order by d.message_id`.execute(db)
  const [first] = rows
  const way = await wayOf(db, channel as MessageChannel, opening)
  if (!first || !way.enabled) return null
  const { rows: people } = await sql<{
    name: string
    phone: string | null
    mail: string | null
    browsers: Browser[]
  }>`
    select u.realname as name, u.phone, e.address as mail, coalesce((
        select jsonb_agg(jsonb_build_object('endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth_secret))
        from message_push p where p.tenant_id = u.tenant_id and p.user_id = u.id), '[]') as browsers
    from app_user u
    left join message_mail e on e.tenant_id = u.tenant_id and e.user_id = u.id and e.confirmed_at is not null
    where u.id = ${user} and u.status = '1'`.execute(db)
  const [person] = people
  if (!person) return null
  const items = rows.flatMap(({ id, kind, about, aboutId, words }) =>
    isMessageKind(kind)
      ? [
          {
            id,
            title: titleOfMessage(kind, words),
            note: noteOfMessage(kind, words),
            link: linkOfMessage({ about, aboutId }),
          },
        ]
      : [],
  )
  return { way, number: first.number, items, ...person, browsers: openedOf(person.browsers, opening) }
}

/** What it says in one line. */
const headOf = ({ items: [first, ...others] }: Parcel): string =>
  others.length === 0 ? (first?.title ?? '') : `${others.length + 1} 条消息：${first?.title ?? ''} 等`

const addressOf = (link: string | null, { PUBLIC_URL }: Env): string | null =>
  link === null || PUBLIC_URL === undefined ? null : new URL(link, PUBLIC_URL).href

type Sending = { env: Env; at: Date; signal: AbortSignal }

/** Answers the browsers that want nothing any more. */
async function sendOut(parcel: Parcel, { env, at, signal }: Sending): Promise<string[]> {
  const { way, number, items, name, phone, mail, browsers } = parcel
  requireSecret(way)
  const lines = items.map(({ title, note, link }) =>
    [title, note, addressOf(link, env)].filter(Boolean).join('\n'),
  )
  if (way.channel === 'mail' && mail !== null)
    await sendMail(way, { number, to: mail, subject: headOf(parcel), text: lines.join('\n\n') }, env)
  if (isRobot(way.channel))
    await postToRobot(way, { number, text: [`@${name}`, ...lines].join('\n'), phone, at }, env, signal)
  if (way.channel !== 'push') return []
  const shown = {
    title: headOf(parcel),
    text: items.length === 1 ? (items[0]?.note ?? '') : '',
    link: items.length === 1 ? (items[0]?.link ?? null) : null,
    number,
  }
  const gone: string[] = []
  for (const browser of browsers) if (!(await pushTo(way, browser, shown, env))) gone.push(browser.endpoint)
  return gone
}

/** What went out is sent; what was not to go out any more is dropped. */
async function end(
  db: Db,
  { message, user, channel }: Payload,
  sent: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update message_delivery set fault = null, ended_at = ${at},
      state = case when message_id = any(${[...sent]}::bigint[]) then 'sent' else 'dropped' end
    where user_id = ${user} and channel = ${channel} and state = 'waiting'
      and (message_id = ${message} or message_id = any(${[...sent]}::bigint[]))`.execute(db)
}
