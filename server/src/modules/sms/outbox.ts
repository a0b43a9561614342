import { sql } from 'kysely'
import { z } from 'zod'
import type { Job, PublicCtx } from '../../kernel/context.ts'
import { Unwanted } from '../../kernel/queue.ts'
import { readSettings } from '../../kernel/settings.ts'
import { inTenant } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openProvider, SmsRefused } from './providers.ts'
import { templates, type Template } from './templates.ts'

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
  { db, now }: Pick<PublicCtx, 'db' | 'now'>,
  { tenant, phone, template, params, wanted }: NewMessage,
): Promise<void> {
  await sql`
    with message as (
      insert into sms_message (tenant, phone, template, params, created_at)
      select ${tenant}::int, ${phone}::text, ${template}::text, ${JSON.stringify(params)}::jsonb, ${now}::timestamptz
      where ${wanted}::boolean returning id)
    select app.enqueue_job(
      ${sendMessage.kind}, jsonb_build_object('id', id::text), null, clock_timestamp(), ${tenant ?? 0})
    from message`.execute(db)
}

const payload = z.object({ id: z.string() })

/**
 * Sends a message. If the process dies before the outcome is written, the message is sent again rather than lost, with
 * the same id.
 */
export const sendMessage: Job<z.output<typeof payload>> = {
  kind: 'sms',
  payload,
  atOnce: () => 2,
  mostAttempts: 5,
  isFinal: (error) => error instanceof SmsRefused,
  async run({ tenant, payload: { id }, finish }, { pool, env, clock, log }) {
    const { message, signName } = await inTenant(pool, tenant, async (db) => ({
      message: await readMessage(db, id),
      signName: (await readSettings(db)).system.values.smsSignName,
    }))
    if (clock.now().getTime() - message.created_at.getTime() >= MESSAGE_LIFE_MS) {
      return finish((db) => close(db, id, { state: 'failed', error: '未能在有效期内送出，不再发送' }))
    }
    const { phone } = message
    const template = message.template as Template
    const params = message.params as Record<string, string>
    const text = `${signName && `【${signName}】`}${templates[template](params)}`
    const { id: provider_id } = await openProvider(env, log).send({
      id,
      phone,
      template,
      params,
      signName,
      text,
    })
    await finish((db) =>
      close(db, id, {
        state: 'sent',
        provider: env.SMS_PROVIDER,
        provider_id,
        error: null,
        sent_at: clock.now(),
      }),
    )
  },
  async failed(db, { payload: { id } }, { reason, isFinal }, { env }) {
    await close(db, id, { state: isFinal ? 'failed' : 'waiting', provider: env.SMS_PROVIDER, error: reason })
  },
}

const readMessage = (db: Db, id: string) =>
  db
    .selectFrom('sms_message')
    .select(['phone', 'template', 'params', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Unwanted())

type Outcome = {
  state: 'waiting' | 'sent' | 'failed'
  provider?: string
  provider_id?: string | null
  error: string | null
  sent_at?: Date
}

/** Records an attempt; without the code, once there are no more. */
async function close(db: Db, id: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('sms_message')
    .set((eb) => ({
      ...outcome,
      tries: eb('tries', '+', 1),
      ...(outcome.state === 'waiting' ? {} : { params: '{}' }),
    }))
    .where('id', '=', id)
    .execute()
}
