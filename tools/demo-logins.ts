import './require-node.mjs'

import { readEnv } from '../server/src/env.ts'
import { openToolDatabase } from '../server/src/platform/database.ts'
import { listDemoLogins } from '../server/src/seed/logins.ts'

const database = await openToolDatabase(readEnv())
try {
  console.log(JSON.stringify(await listDemoLogins(database.pool), null, 2))
} finally {
  await database.close()
}
