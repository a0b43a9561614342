import { inTenant } from '@heliodesk/server/kernel/transaction.ts'
import '@heliodesk/server/modules.ts'
import { act, complete } from '@heliodesk/server/modules/workflow/index.ts'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { openPool } from '@heliodesk/server/platform/postgres.ts'
import { addSteps, type ProcessTenant } from './process-dataset.ts'

/**
 * Completes steps of the engine with nothing before it: no HTTP, sign-in or schema. Prints, as JSON, how many it
 * completed in a second, and the milliseconds of processor time that each took in this process.
 */
const [url = '', tenant = '', count = ''] = process.argv.slice(2)
const company = JSON.parse(tenant) as ProcessTenant
const WARM_UP = 500
const TOGETHER = 16

const steps = await addSteps(url, company, WARM_UP + Number(count))
const pool = openPool(await openLogin(url, url), { max: TOGETHER })
const who = { userId: company.busyHeadId, orgCode: '', hasAllData: true, relatedPsas: [], moves: [] }

await completeAll(steps.splice(0, WARM_UP))
const { user, system } = process.cpuUsage()
const start = performance.now()
await completeAll(steps)
const seconds = (performance.now() - start) / 1000
const used = process.cpuUsage({ user, system })
const milliseconds = (used.user + used.system) / 1000 / Number(count)
process.stdout.write(JSON.stringify({ each: Number(count) / seconds, milliseconds }))
await pool.end()

async function completeAll(rows: typeof steps): Promise<void> {
  const left = [...rows]
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (let row = left.pop(); row; row = left.pop()) {
        const { id } = row
        await inTenant(pool, company.tenantId, (db) =>
          act({ db, now: new Date(), who }, id, (run, person) =>
            complete(run, 2, person, { outcome: 'approve', opinion: '' }),
          ),
        )
      }
    }),
  )
}
