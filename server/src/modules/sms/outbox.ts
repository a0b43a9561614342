import { sql } from 'kysely'
import type { JobTools, PublicCtx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { Transaction } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openProvider, SmsRefused } from './providers.ts'
import { templates, type Template } from './templates.ts'

const MAX_TRIES = 5
const FIRST_DELAY_MS = 5000

/** A code is valid for ten minutes; a later message would only confuse. */
const MESSAGE_LIFE_MS = 600_000

type NewMessage = {
  tenant: number | null
  phone: string
  template: Template
  params: Record<string, string>
  /** false runs the same statement and adds no message. */
  wanted: boolean
}

/** Adds a message to the outbox in the caller's transaction: it is sent only if that commits. */
export async function queueMessage(
  { db, now }: PublicCtx,
  { tenant, phone, template, params, wanted }: NewMessage,
): Promise<void> {
  await sql`insert into sms_message (tenant, phone, template, params, next_try_at, created_at)
    select ${tenant}::int, ${phone}::text, ${template}::text, ${JSON.stringify(params)}::jsonb,
      ${now}::timestamptz, ${now}::timestamptz
    where ${wanted}::boolean`.execute(db)
}

/**
 * Sends the next message that is due. Its row stays locked from the claim until the outcome is written, so that no
 * other process takes it. If the process dies the lock is released and the message is sent again rather than lost.
 */
export async function runNextSms(tools: JobTools): Promise<boolean> {
  const transaction = await Transaction.begin(tools.pool, 'command')
  try {
    const message = await claim(transaction.db, tools.clock.now())
    if (message) {
      // The company's settings are read in its own tenant.
      await transaction.enterTenant(message.tenant ?? 0)
      await deliver(transaction.db, message, tools)
    }
    await transaction.commit()
    return message !== undefined
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

const claim = (db: Db, now: Date) =>
  db
    .selectFrom('sms_message')
    .select(['id', 'tenant', 'phone', 'template', 'params', 'tries', 'created_at'])
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

async function deliver(db: Db, message: Claimed, { env, clock, log }: JobTools): Promise<void> {
  const age = clock.now().getTime() - message.created_at.getTime()
  if (age >= MESSAGE_LIFE_MS) return giveUp(db, message, { error: '未能在有效期内送出，不再发送' })
  const provider = openProvider(env, log)
  const template = message.template as Template
  const params = message.params as Record<string, string>
  const { smsSignName: signName } = (await readSettings(db)).system.values
  try {
    const { id } = await provider.send({
      id: message.id,
      phone: message.phone,
      template,
      params,
      signName,
      text: `${signName && `【${signName}】`}${templates[template](params)}`,
    })
    await close(db, message, {
      state: 'sent',
      provider: env.SMS_PROVIDER,
      provider_id: id,
      error: null,
      sent_at: clock.now(),
    })
  } catch (error) {
    const failure = { provider: env.SMS_PROVIDER, error: reasonOf(error) }
    log.warn({ message: message.id, tries: message.tries + 1, reason: failure.error }, 'an SMS was not sent')
    if (error instanceof SmsRefused || message.tries + 1 >= MAX_TRIES) return giveUp(db, message, failure)
    await db
      .updateTable('sms_message')
      .set({
        ...failure,
        tries: message.tries + 1,
        next_try_at: new Date(clock.now().getTime() + FIRST_DELAY_MS * 3 ** message.tries),
      })
      .where('id', '=', message.id)
      .execute()
  }
}

const giveUp = (db: Db, message: Claimed, failure: { provider?: string; error: string }) =>
  close(db, message, { state: 'failed', ...failure })

type Outcome = {
  state: 'sent' | 'failed'
  provider?: string
  provider_id?: string | null
  error: string | null
  sent_at?: Date
}

/** Keeps the record of the delivery without the code. */
async function close(db: Db, { id, tries }: Claimed, outcome: Outcome): Promise<void> {
  await db
    .updateTable('sms_message')
    .set({ ...outcome, tries: tries + 1, params: '{}' })
    .where('id', '=', id)
    .execute()
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 500)
}
