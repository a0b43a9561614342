import { accessCalls, orderQuestions, type OrderQuestion } from '@heliodesk/contract/access.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRole, hire, newcomer, openSession, type Hired } from '../../../test/hire.ts'
import { commandOf, LATER_END, laterBy, planned, useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

type Seen = { id: string; version: number }
type Person = { id: string; token: string }

const questions = Object.keys(orderQuestions) as OrderQuestion[]

/** Orders in every state, and with every fact that a rule reads; each call makes another one. */
const makers: Record<string, () => Promise<Seen>> = {
  new: () => site.create(),
  assigned: async () => site.assignTo(await site.create()),
  started: async () => harness.call(site.people.worker.token, calls.start, await makers.assigned!()),
  'handed in': () => site.submitted(),
  'a fault, handed in': () => site.submitted(7),
  returned: async () =>
    harness.call(site.people.admin.token, calls.check, {
      ...(await site.submitted()),
      pass: false,
      auditOpinion: '请补照片',
    }),
  'handed in by the second executor': async () => {
    const { id, version } = await makers.started!()
    const moved = await harness.call(site.people.master.token, calls.reassign, {
      id,
      version,
      liableUserId: site.people.worker2.id,
      reason: '人员请假',
      planEndTime: planned.planEndTime,
    })
    return harness.call(site.people.worker2.token, calls.execute, {
      ...moved,
      submit: true,
      ...(await site.filled(id)),
    })
  },
  'waiting for a later end': async () => site.extend(await site.assignTo(await site.create())),
  extended: async () =>
    harness.call(site.people.master.token, calls.extensionAudit, {
      ...(await makers['waiting for a later end']!()),
      pass: true,
    }),
  closed: async () =>
    harness.call(site.people.admin.token, calls.check, { ...(await site.submitted()), pass: true }),
  void: async () =>
    harness.call(site.people.admin.token, calls.terminate, { ...(await site.create()), reason: '重复' }),
  'in the east': () =>
    harness.call(site.people.admin.token, calls.insert, {
      psId: harness.tenant.stations[0]!.id,
      taskType: 12,
      taskDescription: '东部工单',
    }),
}

const people: Record<string, Person> = {}
/** Manages the people of the west. */
let west: Hired

beforeAll(async () => {
  for (const { id, username } of Object.values(harness.tenant.users))
    people[username] = { id, token: await harness.signIn(username) }
  const everything = [
    'order:list',
    'order:assign',
    'order:execute',
    'order:check',
    'order:extend',
    'order:audit',
    'order:terminate',
  ] as const
  const terms = { codes: [...everything], depCode: 'A01A01' }
  people.related = await hire(harness, {
    ...terms,
    username: 'related',
    relPsaIds: [harness.tenant.stations[1]!.psaId],
  })
  people['sees all'] = await hire(harness, { ...terms, username: 'sees.all', hasAllData: true })
  people['takes only'] = await hire(harness, {
    username: 'takes.only',
    codes: ['order:list', 'order:claim'],
    depCode: 'A01A02A01',
  })
  people['blind worker'] = await hire(harness, {
    username: 'blind.worker',
    codes: ['order:claim', 'order:execute', 'order:terminate'],
    depCode: 'A01A02A01',
  })
  people.frozen = await hire(harness, { ...terms, username: 'frozen', depCode: 'A01A02' })
  await harness.owner.query(`update app_user set status = '2' where id = $1`, [people.frozen.id])
  const { admin } = site.people
  const role = await createRole(harness, admin.token, [...everything])
  const fresh = await harness.call(
    admin.token,
    userCalls.add,
    newcomer(harness, { username: 'fresh.one', roleIds: [role.id] }),
  )
  people['with the initial password'] = { id: fresh.id, token: await openSession(harness, fresh.id) }
  west = await hire(harness, {
    username: 'west.clerk',
    codes: ['role:manage', 'order:list'],
    depCode: 'A01A02',
  })
})

const ask = (
  userId: string,
  orderId: string,
  action: OrderQuestion = 'see',
  token = site.people.admin.token,
) => harness.call(token, accessCalls.askOrder, { personId: userId, orderId, action })

/** The fields of all commands about this order, so that each is complete in every other respect. */
async function fieldsOf({ id, version }: Seen) {
  const { token } = site.people.admin
  const executors = await harness.call(token, calls.executors, { id })
  const order = await harness.call(token, calls.detail, { id })
  const liableUserId = executors.find((each) => each.id !== order.liableUserId)!.id
  return { id, version, ...planned, liableUserId, ...(await site.filled(id)), auditOpinion: '请补照片' }
}

/** What the person's own call answers: null if it succeeds. */
async function refusalOf(action: OrderQuestion, fields: Seen, { token }: Person) {
  const call = action === 'see' ? calls.detail : commandOf[action]
  const { status, body } = await harness.request('POST', call.path, {
    token,
    body: {
      ...fields,
      submit: action === 'submit',
      pass: action === 'pass',
      ...(action === 'extend' && { planEndTime: LATER_END }),
      reason: action === 'reassign' ? '进度停滞' : '不再需要',
      ...(action === 'reschedule' && { ...laterBy(0), confirmed: true }),
    },
  })
  return body.result_code === '1' ? null : { status, text: body.result_msg }
}

describe('whether a person may do something with an order', () => {
  it.each(Object.keys(makers))('is answered as the calls would, for an order that is %s', async (kind) => {
    let order = await makers[kind]!()
    let fields = await fieldsOf(order)
    const wrong: unknown[] = []
    let allowed = 0
    for (const [at, [who, person]] of Object.entries(people).entries()) {
      const { all } = await ask(person.id, order.id)
      expect(all.map(({ action }) => action)).toEqual(questions)
      const denied = all.filter(({ may }) => !may)
      await Promise.all(
        denied.map(async ({ action }, place) => {
          const refused = await refusalOf(action, fields, person)
          if (refused === null) wrong.push({ who, action, may: false })
          // Where a rule of the order is the only obstacle, the call names the same.
          if (place !== at % denied.length || refused?.status !== 200) return
          const { may, checks, others } = await ask(person.id, order.id, action)
          for (const other of others)
            if (!(await ask(other.id, order.id, action)).may) wrong.push({ other, action })
          const [unmet, ...more] = checks.filter(({ met }) => !met)
          const isScope = unmet?.about === 'scope'
          if (may || !unmet || (more.length === 0 && !isScope && unmet.note !== refused.text))
            wrong.push({ who, action, refused, unmet })
        }),
      )
      for (const { action, may } of all) {
        if (!may) continue
        const refused = await refusalOf(action, fields, person)
        if (refused) wrong.push({ who, action, may, refused })
        allowed += 1
        if (action === 'see') continue
        order = await makers[kind]!()
        fields = await fieldsOf(order)
      }
    }
    expect(wrong).toEqual([])
    expect(allowed).toBeGreaterThan(0)
  })

  it('names roles, scope, state, own rules, and who else may', async () => {
    const order = await makers['handed in']!()
    const { worker, master, admin } = site.people
    const own = await ask(master.id, order.id, 'pass')
    expect(own).toMatchObject({ may: true, action: 'pass', order: { flowStsName: '验收中' } })
    expect(own.checks.map(({ met, title }) => [met, title])).toEqual([
      [true, '角色含“验收工单”'],
      [true, '电站在其数据范围内'],
      [true, '工单状态为验收中'],
      [true, '验收人不是执行人；故障和缺陷也不是报告人'],
    ])
    expect(own.checks[0]!.note).toMatch(/ r10020$/)
    expect(own.checks[1]!.note).toMatch(/在西部中心及下级$/)
    expect(own.others.map(({ id }) => id)).toContain(admin.id)
    expect(own.others.map(({ id }) => id)).not.toContain(worker.id)
    const related = await ask(people.related!.id, order.id)
    expect(related.checks[1]!.note).toMatch(/在关联项目“项目二”$/)
    const all = await ask(people['sees all']!.id, order.id)
    expect(all.checks[1]!.note).toBe('拥有全部数据权限')
    const frozen = await ask(people.frozen!.id, order.id)
    expect(frozen.checks[0]).toMatchObject({ about: 'account', met: false, note: '账号已冻结，不能登录' })
  })

  it('is told only about people of the caller’s departments and orders in the caller’s scope', async () => {
    const [western, eastern] = [await makers.new!(), await makers['in the east']!()]
    const foreign = await harness.call(site.people.foreigner.token, calls.insert, {
      psId: harness.otherTenant.stations[0]!.id,
      taskType: 12,
      taskDescription: '别的公司',
    })
    const person = people.a_worker!.id
    const refusal = async (userId: string, orderId: string) =>
      (await harness.refused(west.token, accessCalls.askOrder, { personId: userId, orderId })).message
    const hidden = '数据不存在或无权查看'
    expect((await ask(person, western.id, 'see', west.token)).may).toBe(true)
    for (const orderId of [eastern.id, foreign.id, '999999999999'])
      expect(await refusal(person, orderId)).toBe(hidden)
    for (const userId of [people.a_outsider!.id, site.people.foreigner.id, '999999999999'])
      expect(await refusal(userId, western.id)).toBe(hidden)
    const { others } = await ask(person, western.id, 'see', west.token)
    const own = new Set(['西部区域', '西部中心'])
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ depName }) => !own.has(depName))).toEqual([])
    const rolesOnly = await hire(harness, { username: 'roles.only', codes: ['role:manage'] })
    const lacking = await harness.refused(rolesOnly.token, accessCalls.askOrder, {
      personId: person,
      orderId: western.id,
    })
    expect(lacking.message).toContain('查看工单')
  })
})
