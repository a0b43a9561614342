import type { Call } from '@heliodesk/contract/call.ts'
import { isOperatorsCode } from '@heliodesk/contract/permissions.ts'
import { beforeAll, expect, it } from 'vitest'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'
import { addOperator, type Operator } from './operator.ts'
import { addRecords, firstId, tableOf } from './records.ts'
import { fieldsOf, isIdField, withValue } from './samples.ts'
import { wholeDatabase } from './whole-database.ts'
import { inputOf, requestOf } from './wire.ts'

const harness = useHarness()
let operator: Operator
let before: Record<string, string>

/** What records of the test are called, and its people. */
const OF_COMPANY = /机密|b_(?:admin|worker|master)/

const calls = modules
  .flatMap((module) => Object.values<Call>(module.calls))
  .filter(
    ({ access }) => access !== 'public' && !(typeof access === 'object' && isOperatorsCode(access.perm)),
  )

beforeAll(async () => {
  await addRecords(harness, harness.otherTenant)
  operator = await addOperator(harness.pool)
  // In every role: what keeps the data apart is the company, not the missing permission.
  await harness.owner.query(
    `insert into user_role (tenant_id, user_id, role_id) select tenant_id, $2, id from role where tenant_id = $1
     on conflict do nothing`,
    [operator.tenantId, operator.id],
  )
  await harness.owner.query(
    `with codes as (
       insert into permission (tenant_id, menu_type, name, code, sort_order)
       select $1, 2, p.name, p.code, 1 from permission p
       where p.tenant_id = $2 and p.code is not null
         and not exists (select from permission o where o.tenant_id = $1 and o.code = p.code) returning id)
     insert into role_permission (tenant_id, role_id, permission_id)
     select $1, r.id, codes.id from codes, role r where r.tenant_id = $1 and r.role_code = 'platform'`,
    [operator.tenantId, harness.otherTenant.tenantId],
  )
  before = await wholeDatabase(harness, harness.otherTenant.tenantId)
})

/** Everything that a call can name is of the company. */
async function inputAbout(call: Call) {
  let input = inputOf(call)
  for (const field of fieldsOf(call.input).filter((each) => isIdField(each)))
    input = withValue(input, field.path, await firstId(harness, tableOf(call, field), harness.otherTenant))
  return input
}

async function bodyOf(call: Call, token: string): Promise<string> {
  const { headers, ...request } = requestOf(call, await inputAbout(call))
  const response = await harness.app.inject({ ...request, headers: { ...headers, 'x-access-token': token } })
  return response.body
}

/** Signing out, and what ends the own session, would make the rest of the test say nothing. */
const endsSession = /logout|Password|endOthers|session/i

it.each(
  calls
    .filter(({ path }) => !endsSession.test(path))
    .map((call) => [`${call.method} ${call.path}`, call] as const),
)('the operator gets nothing of companies from %s', async (_name, call) => {
  const body = await bodyOf(call, operator.token)
  expect(body).not.toContain('Token失效')
  expect(body).not.toMatch(OF_COMPANY)
})

it('and changes nothing there', async () => {
  expect(await wholeDatabase(harness, harness.otherTenant.tenantId)).toEqual(before)
})

it('an administrator of the company would find it', async () => {
  const token = await signInAdministrator(harness, harness.otherTenant)
  const told = []
  for (const call of calls.filter(({ kind }) => kind === 'query')) told.push(await bodyOf(call, token))
  expect(told.filter((body) => OF_COMPANY.test(body)).length).toBeGreaterThan(20)
})
