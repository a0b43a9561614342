import { defineModule, type Upkeep } from '../../kernel/context.ts'
import { sendMessage } from './outbox.ts'

export { exchangeCode, sendCode, takeCode, takeProof } from './codes.ts'
export { queueMessage } from './outbox.ts'
export { maskPhone } from './templates.ts'

/** How long the outcome of a message is kept. */
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

/** SMS codes and the outbox that sends them; the calls are in the passwords and session modules. */
export const sms = defineModule({}, {}, [sweep], [sendMessage])
