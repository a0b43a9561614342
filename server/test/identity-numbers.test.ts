import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { qualificationCalls, type Qualification } from '@heliodesk/contract/qualifications.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fetchFile, makeNext } from './exports.ts'
import { hire, signInAdministrator } from './hire.ts'
import { sealAudit } from './seal-audit.ts'
import { useTickets } from './tickets.ts'

const tickets = useTickets()
const { harness, people } = tickets

const NUMBER = 'T630102199001011234'
const MASKED = 'T630****1234'
const OUTSIDER = '63010219910202567X'
const WHOLE = '证书编号（certificate）：请输入完整的证书编号'

let admin: string
let holder: { token: string }
let entry: Qualification

beforeAll(async () => {
  // The life of a ticket on one day.
  const { version } = await harness.call(people.issuer.token, settingCalls.business, {})
  await harness.call(people.issuer.token, settingCalls.editBusiness, {
    version,
    tickets: { receiveDays: 0 },
  })
  admin = await signInAdministrator(harness, harness.tenant)
  // A person with the right who takes part in tickets.
  holder = await hire(harness, {
    username: 'numbers.holder',
    codes: ['qualification:list', 'qualification:edit', 'ticket:list', 'ticket:create', 'user:personal'],
    depCode: 'A01A02',
  })
  entry = await tickets.qualify('crew', ['hotWorker'], { certificate: NUMBER, publication: '身份证号' })
})

/** The file of the list, as a text. */
async function exported(token: string): Promise<string> {
  const { id } = await harness.call(token, exportCalls.add, {
    kind: 'qualifications',
    format: 'csv',
    query: { keyword: '身份证号' },
  })
  await makeNext(harness)
  return (await fetchFile(harness, token, id)).body
}

/** How often whole numbers were shown, by the audit log. */
const seen = async (object: 'qualification' | 'ticket', record: string) => {
  await sealAudit(harness)
  return (await harness.call(admin, auditLogCalls.counts, { object, record })).kinds.see
}

describe('a certificate that is numbered by an identity number', () => {
  const clerk = () => people.issuer.token
  const page = async (token: string, keyword: string) =>
    (await harness.call(token, qualificationCalls.page, { keyword })).pageList
  const detail = async (token: string) =>
    (await harness.call(token, qualificationCalls.detail, { id: entry.id })).certificate

  it('is masked for who may not see numbers of others, in answers, lists and files, and not searched by', async () => {
    expect(entry.certificate).toBe(MASKED)
    expect((await page(clerk(), '身份证号'))[0]!.certificate).toBe(MASKED)
    expect(await page(clerk(), NUMBER.slice(4, 14))).toEqual([])
    expect(await detail(clerk())).toBe(MASKED)
    expect(await seen('qualification', entry.id)).toBe(0)
    expect(await exported(clerk())).toContain(MASKED)
    expect(await exported(holder.token)).toContain(NUMBER)
  })

  it('is shown to who may, one at a time, and the audit log tells of each', async () => {
    expect((await page(holder.token, NUMBER))[0]!.certificate).toBe(MASKED)
    expect(await seen('qualification', entry.id)).toBe(0)
    expect(await detail(holder.token)).toBe(NUMBER)
    expect(await seen('qualification', entry.id)).toBe(1)
    expect(await detail(people.crew.token)).toBe(NUMBER)
    expect(await seen('qualification', entry.id)).toBe(1)
  })

  it('stays as it is when it is published again, and when a form sends the mask back', async () => {
    const renewed = await harness.call(clerk(), qualificationCalls.renew, {
      id: entry.id,
      version: entry.version,
      publication: '次年',
      validFrom: '2040-01-01',
      validUntil: '2040-12-31',
    })
    expect(renewed.certificate).toBe(MASKED)
    const again = { validFrom: '2041-01-01', validUntil: '2041-12-31', certificate: MASKED }
    const added = await tickets.qualify('crew', ['hotWorker'], again)
    const { rows } = await harness.owner.query(
      'select distinct certificate from qualification where id = any($1)',
      [[entry.id, renewed.id, added.id]],
    )
    expect(rows).toEqual([{ certificate: NUMBER }])
    const other = tickets.qualify('fire', ['hotWorker'], again)
    await expect(other).rejects.toThrow(WHOLE)
  })

  it('is masked in the audit log for everybody, and not found there', async () => {
    await sealAudit(harness)
    const list = (keyword = '') =>
      harness.call(admin, auditLogCalls.list, { object: 'qualification', record: entry.id, keyword })
    const { records } = await list()
    const added = records.find(({ kind }) => kind === 'create')!
    const { changes } = await harness.call(admin, auditLogCalls.detail, { number: added.number })
    expect(changes.find(({ column }) => column === 'certificate')!.after).toBe(MASKED)
    expect((await list('身份证号')).total).toBe(1)
    expect((await list(NUMBER)).total).toBe(0)
    expect((await list(NUMBER.slice(4, 14))).total).toBe(0)
  })
})

describe('a ticket with such certificates', () => {
  const numbers = ({ content, people: named }: TicketDetail) =>
    [...content.people, ...named].map(({ certificate }) => certificate).filter(Boolean)
  const crew = () => ({ part: 'crew' as const, personId: people.crew.id, certificate: MASKED })
  const outsider = { part: 'crew' as const, name: '马建军', certificate: OUTSIDER }
  const stored = async (id: string) =>
    (
      await harness.owner.query<{ number: string }>(
        `select each ->> 'certificate' as number from ticket, jsonb_array_elements(content -> 'people') each
         where id = $1`,
        [id],
      )
    ).rows.map(({ number }) => number)
  const draft = () => tickets.add({ people: [crew(), outsider] })

  it('is drawn up with numbers that its author does not see', async () => {
    const [offered] = await harness
      .call(people.leader.token, ticketCalls.people, {
        psId: tickets.station().id,
        voltage: '35',
        role: 'hotWorker',
      })
      .then((found) => found.filter(({ id }) => id === people.crew.id))
    expect(offered!.certificate).toBe(MASKED)
    const { id, version, content } = await draft()
    expect(content.people.map(({ certificate }) => certificate)).toEqual([MASKED, '630****567X'])
    expect(await stored(id)).toEqual([NUMBER, OUTSIDER])
    const edited = await harness.call(people.leader.token, ticketCalls.edit, {
      ...content,
      id,
      version,
      orderIds: [],
      task: '改过的任务',
    })
    expect(numbers(edited)).toEqual([MASKED, '630****567X'])
    expect(await stored(id)).toEqual([NUMBER, OUTSIDER])
    const typed = { ...content, people: [{ ...outsider, certificate: '630****5670' }] }
    const refused = await harness.refused(people.leader.token, ticketCalls.edit, {
      ...typed,
      id,
      version: edited.version,
      orderIds: [],
    })
    expect(refused.message).toBe(WHOLE)
  })

  it('shows them whole to their holder and to who may see them, which the audit log tells', async () => {
    const ticket = await draft()
    const read = (token: string) => harness.call(token, ticketCalls.detail, { id: ticket.id })
    expect(numbers(await read(people.leader.token))).toEqual([MASKED, '630****567X'])
    expect(numbers(await read(people.crew.token))).toEqual([NUMBER, '630****567X'])
    expect(await seen('ticket', ticket.id)).toBe(0)
    expect(numbers(await read(holder.token))).toEqual([NUMBER, OUTSIDER])
    expect(await seen('ticket', ticket.id)).toBe(1)
  })

  it('takes people on by the numbers that are known of them', async () => {
    const ticket = await tickets.begun({ people: [{ part: 'crew', name: '索南' }] })
    const added = await harness.call(people.leader.token, ticketCalls.addPerson, {
      id: ticket.id,
      ...crew(),
      reason: '增援',
    })
    expect(added.people.find(({ personId }) => personId === people.crew.id)!.certificate).toBe(MASKED)
    const { rows } = await harness.owner.query(
      'select certificate from ticket_person where ticket_id = $1 and person_id = $2',
      [ticket.id, people.crew.id],
    )
    expect(rows).toEqual([{ certificate: NUMBER }])
  })
})
