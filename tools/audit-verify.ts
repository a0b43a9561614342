import './require-node.mjs'

import { parseArgs } from 'node:util'

import { readEnv } from '@heliodesk/server/env.ts'
import { verifyChain } from '@heliodesk/server/modules/audit-log/index.ts'
import { openToolDatabase } from '@heliodesk/server/platform/database.ts'

/**
 * `npm run audit:verify [-- --tenant 示范光伏]` compares the audit log of all companies, or of one, with its hashes. It
 * names the first broken entry of each, and ends with 1 if there is one.
 */
const { values } = parseArgs({ options: { tenant: { type: 'string' } } })

const database = await openToolDatabase(readEnv())
try {
  const { rows } = await database.pool.query<{ id: number; name: string }>(
    'select id, name from tenant where $1::text is null or name = $1 order by id',
    [values.tenant ?? null],
  )
  if (rows.length === 0 && values.tenant !== undefined) {
    console.error(`没有公司“${values.tenant}” (there is no such company)`)
    process.exitCode = 2
  }
  for (const { id, name } of rows) {
    const begun = performance.now()
    const { compared, lastNumber, broken } = await verifyChain(database.pool, id)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if (broken === null)
      console.log(`${name}：链完整，已校验到 #${lastNumber}，共 ${compared} 条，用时 ${seconds} s (whole)`)
    else {
      process.exitCode = 1
      console.error(
        `${name}：链在 #${broken.number} 断裂：${broken.reason} (broken at entry ${broken.number})`,
      )
    }
  }
} finally {
  await database.close()
}
