import type { Call } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { companyCodes, isOperatorsCode } from '@heliodesk/contract/permissions.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'
import { isAnsweredTo } from '../src/openapi/permission-table.ts'
import { standardRoles, type RoleCode } from '../src/standard-roles.ts'
import { answersForEach } from './plan-records.ts'
import { useHarness } from './harness.ts'
import { openSession, signInAdministrator } from './hire.ts'
import { addRecords, firstId, tableOf } from './records.ts'
import { fieldsOf, isIdField, withValue, type Field, type Fields } from './samples.ts'
import { fieldsWithSecrets, keepable, secretFields, type Answered } from './secrets.ts'
import { createTestTenant, type TestTenant } from './test-tenant.ts'
import { wholeDatabase } from './whole-database.ts'
import { inputOf, requestOf } from './wire.ts'

const harness = useHarness()
const UNKNOWN = '999999999999999999'

/** What the envelope of a failed call contains. */
const REFUSED = { erp: { result_code: '0' }, sys: { success: false }, captcha: { repData: null } }

/** Fields that are ignored if another field has the same meaning. */
const unreadBeside: Record<string, string> = { depId: 'selecteddeparts', roleIds: 'selectedroles' }

const cases = modules
  .flatMap((module) => Object.values<Call>(module.calls))
  // Every answer of these is different; their filters take effect when the file is made (the tests of the exports).
  .filter(
    (call) => call !== exportCalls.add && call !== cleaningCalls.export && !answersForEach.has(call.path),
  )
  .flatMap((call) =>
    fieldsOf(call.input)
      .filter((field) => isIdField(field))
      .map((field) => [`${call.method} ${call.path}`, field.path.join('.'), call, field] as const),
  )

/** Gives each table a range of ids of its own, so that a later tenant's ids exist in no other table. */
async function spreadIds() {
  const { rows } = await harness.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' and table_name <> 'tenant'`,
  )
  for (const [at, { name }] of rows.entries()) {
    await harness.owner.query(`alter table ${name} alter column id restart with ${(at + 1) * 10_000_000}`)
  }
}

const SECRETS = ['0515-80007777', '7.77311', '机密联系人', 'SN-SECRET-7', '机密厂家']
/** Ids of the rows that hold secrets, by table. */
const secretIds: Record<string, string> = {}
/** A person of the same company with all data and without a role. */
let nobody: string

async function addSecrets() {
  const { tenantId, stations, departments } = harness.tenant
  const [station] = stations
  await harness.owner.query(
    `update station set contact_phone = $2, tariff = $3, contact_name = $4 where id = $1`,
    [station!.id, ...SECRETS.slice(0, 3)],
  )
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into device (tenant_id, station_id, name, type_id, serial_no, manufacturer)
     select $1, $2, '设备', id, $3, $4 from device_type where tenant_id = $1 and code = 'NB' returning id`,
    [tenantId, station!.id, ...SECRETS.slice(3)],
  )
  Object.assign(secretIds, {
    station: station!.id,
    psa: station!.psaId,
    device: rows[0]!.id,
    department: departments.A01,
  })
  const person = await harness.owner.query<{ id: string }>(
    `insert into app_user (tenant_id, username, realname, password_hash, department_id, has_all_data)
     values ($1, 'rightless', '无角色', 'no password', $2, true) returning id`,
    [tenantId, departments.A01],
  )
  secretIds.app_user = person.rows[0]!.id
  nobody = await openSession(harness, person.rows[0]!.id)
}

beforeAll(addSecrets)

/** All answers to people with rights, to search them for values that must never appear. */
const answers: Answered[] = []

/** Whether the right is missing that the call always asks for. */
const isRefused = ({ access }: Call, answer: { status: number }): boolean =>
  typeof access === 'object' && answer.status === 403 && JSON.stringify(answer).includes(`（${access.perm}）`)

/** The answer that the other tenant's administrator, or whoever has the session, gets. */
async function answerTo(
  call: Call,
  input: Fields,
  session = () => signInAdministrator(harness, harness.otherTenant),
) {
  const token = await session()
  const { headers, ...request } = requestOf(call, input)
  const response = await harness.app.inject({ ...request, headers: { ...headers, 'x-access-token': token } })
  const isJson = String(response.headers['content-type']).includes('json')
  if (isJson) answers.push({ path: call.path, text: response.body, kept: response.headers['cache-control'] })
  // When it was answered.
  const text = response.body.replaceAll(/"at":"[^"]*"/g, '"at":""')
  // A download answers with the file.
  const body = isJson ? z.record(z.string(), z.unknown()).parse(JSON.parse(text)) : { file: text }
  return { ...body, status: response.statusCode, timestamp: null }
}

/** Inputs with a foreign id in one field: alone, and after an own id if the field accepts several. */
function inputsWith(input: Fields, { path, schema }: Field, own: string, id: string): Fields[] {
  const alone = withValue(input, path, id)
  if (path.at(-1) === '0') return [alone, withValue(input, path.slice(0, -1), [own, id])]
  const several = `${own},${id}`
  return schema.safeParse(several).success ? [alone, withValue(input, path, several)] : [alone]
}

describe('another tenant’s ids', () => {
  let victim: TestTenant
  let before: Record<string, string>

  beforeAll(async () => {
    await spreadIds()
    victim = await createTestTenant(harness.pool, { name: '丙公司', prefix: 'c' })
    for (const tenant of [victim, harness.otherTenant]) await addRecords(harness, tenant)
    before = await wholeDatabase(harness, victim.tenantId)
  })

  it.each(cases)('%s answers them like unknown ones in %s', async (_name, _field, call, field) => {
    let input = inputOf(call)
    for (const other of fieldsOf(call.input).filter((each) => isIdField(each))) {
      input = withValue(input, other.path, await firstId(harness, tableOf(call, other), harness.otherTenant))
    }
    delete input[unreadBeside[field.name] ?? '']
    const table = tableOf(call, field)
    const own = await firstId(harness, table, harness.otherTenant)
    const theirs = await firstId(harness, table, victim)
    for (const [at, withTheirs] of inputsWith(input, field, own, theirs).entries()) {
      const answer = await answerTo(call, withTheirs)
      expect(answer).toEqual(await answerTo(call, inputsWith(input, field, own, UNKNOWN)[at]!))
      expect(JSON.stringify(answer)).not.toMatch(/丙公司/)
      if (call.kind === 'command') expect(answer).toMatchObject(REFUSED[call.envelope])
    }
  })

  describe('for people of every standard role', () => {
    const calls = modules.flatMap((module) => Object.values<Call>(module.calls))
    const people = () => Object.values(harness.otherTenant.users)
    /** The ids of each table before anything is deleted. */
    const owned = new Map<string, { own: string; foreign: string }>()

    beforeAll(async () => {
      const tables = new Set(
        calls.flatMap((call) =>
          fieldsOf(call.input).flatMap((field) => (isIdField(field) ? [tableOf(call, field)] : [])),
        ),
      )
      for (const table of tables)
        owned.set(table, {
          own: await firstId(harness, table, harness.otherTenant),
          foreign: await firstId(harness, table, victim),
        })
    })

    it('asks somebody of each of them', () => {
      const asked = new Set(people().map(({ roleCode }) => roleCode))
      expect([...asked].toSorted()).toEqual(Object.keys(standardRoles).toSorted())
    })

    /** Asks as one person, whose session is opened again after a call has ended it. */
    function asking(userId: string) {
      const open = () => openSession(harness, userId, harness.otherTenant)
      let session: Promise<string> | undefined
      return async (call: Call, input: Fields) => {
        const answer = await answerTo(call, input, () => (session ??= open()))
        if (answer.status !== 401) return answer
        session = open()
        return answerTo(call, input, () => session!)
      }
    }
    const asks = new Map<string, ReturnType<typeof asking>>()
    beforeAll(() => {
      for (const { id } of people()) asks.set(id, asking(id))
    })

    /** A valid input whose ids are all own, all another company's, or all unknown. */
    function inputWith(call: Call, kind: 'own' | 'foreign' | 'unknown'): Fields {
      let input = inputOf(call)
      for (const field of fieldsOf(call.input).filter((each) => isIdField(each)))
        input = withValue(
          input,
          field.path,
          kind === 'unknown' ? UNKNOWN : owned.get(tableOf(call, field))![kind],
        )
      return input
    }

    // What is public asks for no role.
    const asked = calls.filter((call) => call.access !== 'public' && !answersForEach.has(call.path))

    it.each(asked.map((call) => [`${call.method} ${call.path}`, call] as const))(
      '%s is refused as docs/permissions.md says, and knows no foreign id',
      async (_name, call) => {
        const hasIds = fieldsOf(call.input).some((field) => isIdField(field))
        const comparable = hasIds && call !== exportCalls.add && call !== cleaningCalls.export
        for (const { id, roleCode } of people()) {
          const ask = asks.get(id)!
          const foreign = await ask(call, inputWith(call, 'foreign'))
          // The platform's role has its calls in the platform's own company alone.
          const isOperators = typeof call.access === 'object' && isOperatorsCode(call.access.perm)
          const mayCall = isAnsweredTo(roleCode as RoleCode, call) && !isOperators
          expect([roleCode, isRefused(call, foreign)]).toEqual([roleCode, !mayCall])
          expect(JSON.stringify(foreign)).not.toMatch(/丙公司/)
          if (!mayCall) continue
          // What is not found is not told apart.
          if (comparable && !JSON.stringify(foreign).includes('"not_found"'))
            expect([roleCode, foreign]).toEqual([roleCode, await ask(call, inputWith(call, 'unknown'))])
          // Without ids it is the input that was just answered.
          if (!hasIds) continue
          const own = await ask(call, inputWith(call, 'own'))
          expect([roleCode, isRefused(call, own)]).toEqual([roleCode, false])
        }
      },
    )
  })

  it('change nothing there', async () => {
    expect(await wholeDatabase(harness, victim.tenantId)).toEqual(before)
  })
})

describe('no answer', () => {
  it('may be kept by a browser or a proxy', () => {
    expect(keepable(answers)).toEqual([])
  })

  it('has a field for a secret', () => {
    expect(answers.length).toBeGreaterThan(1000)
    // The fingerprint of what was signed is printed on the ticket.
    expect(secretFields(answers)).toEqual(['/ticket/detail contentHash'])
  })

  it('holds a password hash, a token’s hash, a captcha’s answer or a code that was sent', async () => {
    expect(await fieldsWithSecrets(harness, answers)).toEqual([])
  })
})

describe('somebody without any right', () => {
  const reads = modules
    .flatMap((module) => Object.values<Call>(module.calls))
    .filter((call) => call.kind === 'query' && call.access !== 'public')

  it.each(reads.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s tells no phone and no tariff of a station, and nothing of a device but its name',
    async (_name, call) => {
      const ids = fieldsOf(call.input).filter((field) => isIdField(field) && field.path.length === 1)
      const named = ids.map((field) => [field.name, secretIds[tableOf(call, field)] ?? '1'] as const)
      // With every filter set, and with the ids only.
      for (const rest of [inputOf(call), {}]) {
        const { headers, ...request } = requestOf(call, { ...rest, ...Object.fromEntries(named) })
        const response = await harness.app.inject({
          ...request,
          headers: { ...headers, 'x-access-token': nobody },
        })
        for (const secret of SECRETS) expect(response.body).not.toContain(secret)
      }
    },
  )

  it('would find them', async () => {
    const token = await signInAdministrator(harness, harness.tenant)
    const told = [
      await harness.call(token, stationCalls.detail, { psId: secretIds.station! }),
      await harness.call(token, deviceCalls.detail, { id: secretIds.device! }),
    ]
    for (const secret of SECRETS) expect(JSON.stringify(told)).toContain(secret)
  })
})

describe('the database', () => {
  it('isolates every table with a tenant, by force', async () => {
    const { rows } = await harness.owner.query<{ name: string; forced: boolean; rules: string[] | null }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
         array(select p.qual || ' / ' || p.with_check || ' / ' || p.cmd || ' / ' || p.permissive
           from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as rules
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(15)
    const own = '(tenant_id = app.tenant_id())'
    for (const { name, forced, rules } of rows) {
      expect([name, forced, rules]).toEqual([name, true, [`${own} / ${own} / ALL / PERMISSIVE`]])
    }
  })

  it('shows nothing of them before a tenant is entered', async () => {
    const { rows } = await harness.owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'tenant_id'`,
    )
    for (const { name } of rows) {
      const seen = await harness.pool.query(`select from ${name} limit 1`)
      expect([name, seen.rowCount]).toEqual([name, 0])
    }
  })

  it('serves the application as a plain role that owns nothing', async () => {
    const { rows } = await harness.pool.query(
      `select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb,
         exists (select from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname = current_user`,
    )
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owns: false },
    ])
  })
})

describe('the seed of a tenant', () => {
  it('has every permission code once', async () => {
    const { rows } = await harness.owner.query<{ code: string }>(
      'select code from permission where tenant_id = $1 and code is not null',
      [harness.tenant.tenantId],
    )
    expect(rows.map((row) => row.code).toSorted()).toEqual(companyCodes.toSorted())
  })

  it('leads only to screens that the web client has', async () => {
    const { rows } = await harness.owner.query<{ component: string }>(
      `select component from permission
       where tenant_id = $1 and menu_type < 2 and component not like 'layouts/%' and component not like 'flags/%'
       order by 1`,
      [harness.tenant.tenantId],
    )
    const screens = await screensOfTheWebClient()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => row.component).filter((component) => !screens.has(component))).toEqual([])
  })
})

/** The page keys in the modules' index files, which map a menu's `component` to its lazy page. */
async function screensOfTheWebClient(): Promise<Set<string>> {
  const folder = resolve(import.meta.dirname, '../../web/src/modules')
  const texts = await Promise.all(
    (await readdir(folder)).map((name) =>
      readFile(resolve(folder, name, 'index.ts'), 'utf8').catch(() => ''),
    ),
  )
  return new Set(texts.flatMap((text) => [...text.matchAll(/'([\w-]+\/\w+)'/g)].map(([, key]) => key!)))
}
