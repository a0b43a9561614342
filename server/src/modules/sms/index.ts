import { defineModule, type Upkeep } from '../../kernel/context.ts'
import { runNextSms } from './outbox.ts'

export { exchangeCode, sendCode, takeCode, takeProof } from './codes.ts'

/** How long it can be looked up what became of a message. */
const KEPT_DAYS = 90

const sweep: Upkeep = {
  name: 'expired codes and old messages',
  everyMs: 600_000,
  async run(db) {
    await db.deleteFrom('sms_code').where('expires_at', '<', new Date()).execute()
    await db
      .deleteFrom('sms_message')
      .where('created_at', '<', new Date(Date.now() - KEPT_DAYS * 86_400_000))
      .execute()
  },
}

/** Codes by SMS and the outbox that sends them; its calls are the passwords' and the session's. */
export const sms = defineModule({}, {}, [sweep], [{ name: 'sms', runNext: runNextSms }])
