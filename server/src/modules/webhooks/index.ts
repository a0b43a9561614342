import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { sql } from 'kysely'
import { defineModule, type Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { deliverWebhook } from './deliver.ts'
import { syncAll } from './directory.ts'
import { listDeliveries, listHooks, readDelivery, readHook } from './rows.ts'
import { addHook, editHook, enableHook, removeHook, renewSecret, resend, testHook } from './write.ts'

export { addressFor, AddressRefused, blockListOf, DeliveryFailed, requireReachable } from './address.ts'
export { dropGivenUp } from './deliver.ts'
export { maskedAddress, messageOf, refusalIn } from './messages.ts'
export { send } from './send.ts'
export { trialsOf } from './rows.ts'
export { handOverHook } from './write.ts'

const oldSecrets: Upkeep = {
  name: 'secrets of webhooks that are out of use',
  everyMs: 3_600_000,
  run: (db) =>
    inEachCompany(db, async () => {
      await sql`update webhook set old_secret = null, old_secret_until = null where old_secret_until < now()`.execute(
        db,
      )
    }),
}

/** What happens is pushed to other systems and robots (docs/decisions/0091-webhooks.md). */
export const webhooks = defineModule(
  webhookCalls,
  {
    list: listHooks,
    detail: readHook,
    add: addHook,
    edit: editHook,
    enable: enableHook,
    remove: removeHook,
    renewSecret,
    test: testHook,
    deliveries: listDeliveries,
    delivery: readDelivery,
    resend,
    syncAll,
  },
  [oldSecrets],
  [deliverWebhook],
)
