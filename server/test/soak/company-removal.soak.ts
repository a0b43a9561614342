import { companyCalls } from '@heliodesk/contract/companies.ts'
import { expect, it } from 'vitest'
import { removeCompany } from '../../src/modules/companies/removal.ts'
import { fillWithOrders } from '../fill-with-orders.ts'
import { useHarness } from '../harness.ts'
import { runNext } from '../job-tools.ts'
import { addOperator } from '../operator.ts'

const harness = useHarness()

const ORDERS = Number(process.env.HELIODESK_REMOVED_ORDERS ?? 200_000)
const PEOPLE = Number(process.env.HELIODESK_REMOVED_PEOPLE ?? 500)
const CHUNK = 50_000

/** The table with which the portion that waits begins. */
async function placeOf(): Promise<string> {
  const { rows } = await harness.owner.query<{ name: string }>(
    `select coalesce((select o.tables::regclass[]::text from app.removal_order() o
         where o.place = (j.payload ->> 'from')::int), 'files') as name
     from job j where j.kind = 'company removal'`,
  )
  return rows[0]?.name ?? ''
}

it(`a company with ${ORDERS} orders is removed`, async () => {
  const operator = await addOperator(harness.pool)
  const { tenantId } = harness.otherTenant
  const { rows: found } = await harness.owner.query<{ code: string; name: string }>(
    'select code, name from tenant where id = $1',
    [tenantId],
  )
  const { code: companyCode, name } = found[0]!
  for (let done = 0; done < ORDERS; done += CHUNK)
    await fillWithOrders(harness, harness.otherTenant, Math.min(CHUNK, ORDERS - done), done)
  await harness.owner.query(
    `insert into app_user (tenant_id, username, realname, password_hash, department_id)
     select u.tenant_id, 'leaving' || n, '离开 ' || n, u.password_hash, u.department_id
     from (select * from app_user where tenant_id = $1 order by id limit 1) u cross join generate_series(1, $2::int) n`,
    [tenantId, PEOPLE],
  )
  await harness.owner.query('analyze')
  const seen = async () => {
    const { company } = await harness.call(operator.token, companyCalls.detail, { companyCode })
    return { companyCode, version: company.version }
  }
  const reason = '合同终止'
  await harness.call(operator.token, companyCalls.suspend, { ...(await seen()), reason })
  await harness.call(operator.token, companyCalls.planRemoval, {
    ...(await seen()),
    typedName: name,
    days: 1,
    reason,
  })
  await harness.owner.query(`update tenant set removal_at = now() where id = $1`, [tenantId])
  await harness.owner.query(`update job set next_at = now() where kind = 'company removal'`)
  const begun = performance.now()
  const portions: number[] = []
  const places = new Map<string, number>()
  for (;;) {
    const place = await placeOf()
    const last = performance.now()
    if (!(await runNext(harness, removeCompany))) break
    portions.push(performance.now() - last)
    places.set(place, (places.get(place) ?? 0) + portions.at(-1)!)
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const ms = portions.toSorted((a, b) => a - b).map((each) => each.toFixed(0))
  process.stdout.write(
    `removed ${ORDERS} orders in ${seconds} s, ${ms.length} portions: median ${ms[ms.length >> 1]} ms, longest ${ms.at(-1)} ms\n`,
  )
  const longest = [...places].toSorted(([, one], [, other]) => other - one).slice(0, 12)
  process.stdout.write(
    longest.map(([name, time]) => `  ${(time / 1000).toFixed(1)} s from ${name}\n`).join(''),
  )
  expect(Math.max(...portions)).toBeLessThan(5000)
  const { rows } = await harness.owner.query('select from work_order where tenant_id = $1 limit 1', [
    tenantId,
  ])
  expect(rows).toEqual([])
}, 3_600_000)
