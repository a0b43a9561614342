import type { Call } from '@heliodesk/contract/call.ts'
import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { dataColumns } from '@heliodesk/contract/data-columns.ts'
import { maskIdentity } from '@heliodesk/contract/identity-numbers.ts'
import { insightCalls } from '@heliodesk/contract/insight.ts'
import { qualificationCalls } from '@heliodesk/contract/qualifications.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { hire, signInAdministrator } from './hire.ts'
import { sealAudit } from './seal-audit.ts'

const harness = useHarness()
const PHONE = '13987654321'
const MASKED = '139****4321'

const OWN = 'the caller’s own number'
const AT_WORK = 'people whom somebody at work in the field must be able to call'
const LETTER = 'left by the writer of a letter to be called back, and shown to the writer and the office'
const STATION = 'a station’s contact, whom everybody at work there may call'

/** Answers that carry whole numbers to people without `user:personal`, and why. */
const whole: Record<string, string> = {
  'POST /sys/login': OWN,
  'POST /sys/phoneLogin': OWN,
  'POST /sys/secondFactor/signIn': OWN,
  'GET /sys/user/getUserInfo': OWN,
  'PUT /sys/user/editDefaults': OWN,
  'PUT /sys/selectDepart': OWN,
  'POST /sys/jwt': OWN,
  'GET /sys/thirdLogin/getLoginUser/:token/:thirdType': OWN,
  'POST /sys/thirdLogin': OWN,
  'POST /sys/ticket/exchange': OWN,
  'POST /sys/sms': OWN,
  'POST /sys/user/sms': OWN,
  'POST /workflow/v1/externalForm': OWN,
  'POST /power-station/detail': STATION,
  'POST /power-station/add': STATION,
  'PUT /power-station/edit': STATION,
  'POST /power-station/retire': STATION,
  'POST /power-station/restore': STATION,
  'POST /field/order/contacts': AT_WORK,
  'POST /field/ticket/stops': AT_WORK,
  'POST /field/ticket/site': AT_WORK,
  'POST /sys/tickling/add': LETTER,
  'POST /sys/mail/add': LETTER,
  'GET /sys/inquiry/queryById': LETTER,
  'POST /sys/inquiry/reply': LETTER,
  'PUT /sys/inquiry/process': LETTER,
  'PUT /sys/inquiry/close': LETTER,
  'GET /sys/user/phone': 'asks for user:personal itself',
}

/** Answers in which it is masked. */
const masked = [
  userCalls.list,
  userCalls.detail,
  userCalls.add,
  userCalls.edit,
  userCalls.ofDepartment,
  insightCalls.sight,
].map(({ method, path }) => `${method} ${path}`)

const isPhone = (name: string) => /phone|mobile|telephone/i.test(name)

/** Of identity cards, passports and the like. */
const isIdentity = (name: string) => /id_?card|identity|id_?(?:no|number)$|passport|身份证|证件号/i.test(name)

/** The names of the fields of an answer or a form that hold such numbers. */
function fieldsOf(schema: z.ZodType, isWanted: (name: string) => boolean): string[] {
  const found = new Set<string>()
  const look = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node && typeof node.properties === 'object' && node.properties !== null)
      for (const [name, value] of Object.entries(node.properties))
        if (
          isWanted(name) &&
          JSON.stringify(value).includes('"string"') &&
          !JSON.stringify(value).includes('"enum"')
        )
          found.add(name)
    for (const value of Object.values(node)) look(value)
  }
  look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return [...found]
}

const all = modules.flatMap((module) => Object.values<Call>(module.calls))

const carriers = all
  .filter(({ output }) => fieldsOf(output, isPhone).length > 0)
  .map(({ method, path }) => `${method} ${path}`)

it('every answer with a phone number masks it, or has a reason not to', () => {
  expect(carriers.toSorted()).toEqual([...Object.keys(whole), ...masked].toSorted())
})

describe('identity numbers', () => {
  // Whoever adds one masks it as phones are: for who lacks `user:personal`, in data roles, exports and the audit log.
  it('are in no answer and no form', () => {
    const found = all.flatMap(({ method, path, input, output }) =>
      [...fieldsOf(input, isIdentity), ...fieldsOf(output, isIdentity)].map(
        (name) => `${method} ${path} ${name}`,
      ),
    )
    expect(found).toEqual([])
    expect(JSON.stringify(dataColumns)).not.toMatch(/身份证|证件号/)
    expect(fieldsOf(z.object({ idCard: z.string().nullable(), status: z.string() }), isIdentity)).toEqual([
      'idCard',
    ])
  })

  it('are in no column; the audit log would mask one, and find nothing by it', async () => {
    const { rows } = await harness.owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    )
    expect(rows.length).toBeGreaterThan(500)
    expect(rows.filter(({ name }) => isIdentity(name.split('.')[1]!))).toEqual([])
    const known = await harness.owner.query(
      `select app.is_personal('id_card') and app.is_personal('identity_number') as masked`,
    )
    expect(known.rows).toEqual([{ masked: true }])
  })
})

const isCertificate = (name: string) => /certificate/i.test(name)

/** Answers with numbers of certificates, which may be identity numbers: masked by kernel/identity-numbers.ts. */
const certified = [
  ...Object.values(ticketCalls).filter(({ output }) => fieldsOf(output, isCertificate).length > 0),
  ...Object.values(qualificationCalls).filter(({ output }) => fieldsOf(output, isCertificate).length > 0),
].map(({ method, path }) => `${method} ${path}`)

describe('numbers of certificates', () => {
  it('are in answers about tickets and qualifications alone', () => {
    const found = all.filter(({ output }) => fieldsOf(output, isCertificate).length > 0)
    expect(found.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(certified.toSorted())
    expect(certified.length).toBeGreaterThan(5)
  })

  it('are masked alike by the server and the database, where they are identity numbers', async () => {
    const texts = [
      '630102199001011234',
      'T63010219900101123X',
      '电工 T63010219900101123x、焊工 630102199001011234',
      'GF-0412',
      '6301021990010112345',
      '',
    ]
    const { rows } = await harness.owner.query<{ masked: string }>(
      'select app.without_identity(given) as masked from unnest($1::text[]) with ordinality as x (given, at) order by at',
      [texts],
    )
    expect(rows.map(({ masked: shown }) => shown)).toEqual(texts.map((text) => maskIdentity(text)))
    expect(texts.map((text) => maskIdentity(text))).toEqual([
      '630****1234',
      'T630****123X',
      '电工 T630****123x、焊工 630****1234',
      'GF-0412',
      '6301021990010112345',
      '',
    ])
  })
})

describe('other people’s phone numbers', () => {
  let admin: string
  let manager: string
  let id: string

  beforeAll(async () => {
    admin = await signInAdministrator(harness, harness.tenant)
    manager = (
      await hire(harness, {
        username: 'without.phones',
        codes: ['user:manage', 'order:list'],
        hasAllData: true,
      })
    ).token
    id = harness.tenant.users['a_colleague']!.id
    const { version, realname, depId } = await harness.call(admin, userCalls.detail, { id })
    await harness.call(admin, userCalls.edit, { id, version, realname, depId, phone: PHONE, roleIds: [] })
  })

  const detail = (token: string) => harness.call(token, userCalls.detail, { id })
  const seen = async () => {
    await sealAudit(harness)
    return (await harness.call(admin, auditLogCalls.counts, { object: 'app_user', record: id })).kinds.see
  }

  it('are masked for who lacks the permission, in every answer about users, and not searched by', async () => {
    const before = await seen()
    const { version, realname, depId, phone } = await detail(manager)
    expect(phone).toBe(MASKED)
    const list = (keyword: string) => harness.call(manager, userCalls.list, { keyword, pageSize: 500 })
    expect((await list('a_colleague')).records[0]!.phone).toBe(MASKED)
    expect((await list(PHONE)).total).toBe(0)
    const edited = await harness.call(manager, userCalls.edit, {
      id,
      version,
      realname,
      depId,
      phone: MASKED,
    })
    expect(edited.phone).toBe(MASKED)
    expect((await harness.refused(manager, userCalls.phone, { personId: id })).status).toBe(403)
    expect(await seen()).toBe(before)
  })

  it('stay as they are when a form sends the mask back, and cannot be set to one', async () => {
    const { version, realname, depId, phone } = await detail(admin)
    expect(phone).toBe(PHONE)
    const form = { id, version, realname, depId }
    expect(
      (await harness.refused(manager, userCalls.edit, { ...form, phone: '138****0000' })).message,
    ).toMatch(/请输入完整的手机号/)
    const changed = await harness.call(manager, userCalls.edit, { ...form, phone: '13987650000' })
    expect(changed.phone).toBe('139****0000')
    await harness.call(admin, userCalls.edit, { ...form, version: changed.version, phone: PHONE })
  })

  it('are shown to who has it, and the audit log tells of each time', async () => {
    const before = await seen()
    expect(await harness.call(admin, userCalls.phone, { personId: id })).toEqual({ phone: PHONE })
    expect(await seen()).toBe(before + 1)
    const own = await harness.call(manager, userCalls.list, { keyword: 'without.phones' })
    expect(own.records[0]!.phone).toBeNull()
  })
})
