import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

const list = (filter = {}, token = known.master) => harness.call(token, calls.list, { size: 500, ...filter })

describe('what a plan says', () => {
  it.each([
    [{ legs: [{ psId: '0' }] }, '电站'],
    [{ untilDay: '2026-11-01' }, '结束日期（untilDay）：不能早于开始日期'],
    [{ leadDays: 61 }, '不能大于 60'],
    [{ name: 'x'.repeat(51) }, '最多允许输入50个字符'],
    [{ itemIds: ['999999'] }, '有的项目已被删除'],
  ])('is refused where it is wrong: %j', async (more, words) => {
    const { message } = await harness.refused(known.master, calls.add, plans.input(more))
    expect(message).toContain(words)
  })

  it('sends nobody where they may not work, and names no station out of scope', async () => {
    const outsider = plans.leg({ personId: plans.worker('a_outsider') })
    expect(
      (await harness.refused(known.master, calls.add, plans.input({ legs: [outsider] }))).message,
    ).toContain('不在该电站的数据范围内')
    const elsewhere = plans.leg({ psId: plans.station(0) })
    expect((await harness.refused(known.master, calls.add, plans.input({ legs: [elsewhere] }))).code).toBe(
      'not_found',
    )
    const abroad = plans.leg({ psId: harness.otherTenant.stations[0]!.id })
    expect((await harness.refused(known.admin, calls.add, plans.input({ legs: [abroad] }))).code).toBe(
      'not_found',
    )
  })

  it('has one station where its cycle counts energy', async () => {
    const cycleId = known.cycles.get('电量或天数')
    const legs = [plans.leg(), plans.leg({ psId: plans.station(3) })]
    expect((await harness.refused(known.master, calls.add, plans.input({ cycleId, legs }))).message).toBe(
      '按条件的周期按一座电站的数据计，路线只能有一座电站',
    )
  })

  it('is edited by one of two who have it open', async () => {
    const plan = await plans.add()
    const edit = () => ({ ...plans.input(), id: plan.id, version: plan.version })
    await harness.call(known.master, calls.update, edit())
    expect((await harness.refused(known.manager, calls.update, edit())).code).toBe('plan.stale')
  })

  it('is seen by nobody of another company or department', async () => {
    const plan = await plans.add()
    const outsider = await harness.signIn('a_east_master')
    for (const token of [known.stranger, outsider]) {
      expect((await list({ keyword: plan.planCode }, token)).rowCount).toBe(0)
      for (const call of [calls.detail, calls.auditRecord])
        expect((await harness.refused(token, call, { id: plan.id })).code).toBe('not_found')
      expect((await harness.refused(token, calls.byCode, { planCode: plan.planCode })).code).toBe('not_found')
      expect((await harness.refused(token, calls.copy, { id: plan.id })).code).toBe('not_found')
    }
    expect(await harness.call(known.master, calls.byCode, { planCode: plan.planCode })).toEqual({
      id: plan.id,
    })
  })
})

describe('the audit of a plan', () => {
  it('goes from a draft to its orders', async () => {
    const draft = await plans.add({
      legs: [plans.leg(), plans.leg({ personId: plans.worker('a_colleague') })],
    })
    expect(draft).toMatchObject({ state: 'draft', stateName: '草稿' })
    const waiting = await plans.submit(draft)
    expect(waiting).toMatchObject({ state: 'audit', stateName: '待审核', may: ['withdraw', 'audit'] })
    expect(await makeAll(harness)).toBe(0)
    expect(await plans.audit(waiting)).toMatchObject({ done: true, reason: '' })
    expect(await makeAll(harness)).toBe(2)
    expect(await plans.ordersOf(draft.id)).toMatchObject([
      {
        day: '2026-11-24',
        leg: 1,
        planCode: draft.planCode,
        state: 2,
        type: 100,
        start: '11-24 08:00',
        end: '11-24 18:00',
      },
      { day: '2026-11-24', leg: 2, planCode: draft.planCode, state: 2, type: 100 },
    ])
    expect((await plans.ordersOf(draft.id))[0]!.lines).toBeGreaterThan(0)
    const worker = await harness.signIn('a_worker')
    const [order] = await plans.ordersOf(draft.id)
    expect(await harness.call(worker, workOrderCalls.detail, { id: order!.orderId })).toMatchObject({
      planCode: draft.planCode,
      opsSourceCategoryLabel: '计划',
      flowSts: 2,
    })
    expect(await plans.read(draft.id)).toMatchObject({ state: 'effective', nextDue: '2026-11-24' })
    const { rows: told } = await harness.owner.query(
      `select kind from message where about = 'order' and about_id = $1`,
      [order!.orderId],
    )
    // Nobody is asked to assign an order that comes with its person.
    expect(told).toEqual([{ kind: 'orderNew' }])
  })

  it('says whether abnormal readings of its orders become defects by themselves', async () => {
    const byRule = async (abnormal: 'press' | 'rule') => {
      const plan = await plans.add({ abnormal })
      await plans.audit(await plans.submit(plan))
      await makeAll(harness)
      const [order] = await plans.ordersOf(plan.id)
      const { rows } = await harness.owner.query<{ rule: boolean }>(
        'select by_rule as rule from inspection_sheet where order_id = $1',
        [order!.orderId],
      )
      return rows[0]!.rule
    }
    expect([await byRule('press'), await byRule('rule')]).toEqual([false, true])
  })

  it('is found by what became of it', async () => {
    const name = '按状态查'
    const draft = await plans.add({ name })
    const running = await plans.effective({ name })
    const stopped = await plans.effective({ name })
    await harness.call(known.master, calls.stop, {
      plans: [{ id: stopped.id, version: stopped.version }],
      fromDay: '2026-11-23',
      reason: '电站退场',
    })
    const found = async (state: string) => (await list({ keyword: name, state })).pageList.map(({ id }) => id)
    expect(await found('draft')).toEqual([draft.id])
    expect(await found('effective')).toEqual([running.id])
    expect(await found('stopped')).toEqual([stopped.id])
    expect(await found('audit')).toEqual([])
  })

  it('is told to those who may decide it, and not to whoever submitted it', async () => {
    const waiting = await plans.submit(await plans.add({ name: '有消息的计划' }))
    const { rows } = await harness.owner.query<{ kind: string; to: string[] }>(
      `select m.kind, array_agg(u.username) as to from message m
       join message_to t on t.tenant_id = m.tenant_id and t.message_id = m.id
       join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
       where m.tenant_id = $1 and m.about_code = $2 group by m.id, m.kind`,
      [harness.tenant.tenantId, waiting.planCode],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['planToAudit'])
    expect(rows[0]!.to.length).toBeGreaterThan(0)
    expect(rows[0]!.to).not.toContain('a_master')
  })

  it('is not decided by whoever submitted it, nor by somebody without the right', async () => {
    const plan = await harness.call(known.manager, calls.add, plans.input())
    const waiting = await harness.call(known.manager, calls.submit, { id: plan.id, version: plan.version })
    expect(await plans.audit(waiting)).toMatchObject({ done: false, reason: '不能审核自己提交的计划' })
    const some = { plans: [{ id: plan.id, version: waiting.version }], pass: true }
    expect((await harness.refused(known.master, calls.batchAudit, some)).status).toBe(403)
    const { results } = await harness.call(known.admin, calls.batchAudit, some)
    expect(results).toMatchObject([{ done: true }])
  })

  it('of several answers for each one, and keeps what failed', async () => {
    const [good, stale, draft] = [
      await plans.submit(await plans.add()),
      await plans.submit(await plans.add()),
      await plans.add(),
    ]
    const answer = await harness.call(known.manager, calls.batchAudit, {
      plans: [
        { id: good.id, version: good.version },
        { id: stale.id, version: stale.version - 1 },
        { id: draft.id, version: draft.version },
        { id: '999999', version: 1 },
      ],
      pass: true,
    })
    expect(answer.done).toBe(1)
    expect(new Map(answer.results.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [good.id, ''],
        [stale.id, '巡检计划已在别处更新，请刷新后重试'],
        [draft.id, `计划“${draft.planName}”不在待审核状态`],
        ['999999', '数据不存在或无权查看'],
      ]),
    )
    expect(await plans.read(good.id)).toMatchObject({ state: 'effective' })
    expect(await plans.read(stale.id)).toMatchObject({ state: 'audit' })
  })

  it('returns a plan with a reason of at most 100 characters, after which it is mended and submitted again', async () => {
    const waiting = await plans.submit(await plans.add())
    const ask = (auditOpinion: string) => ({
      plans: [{ id: waiting.id, version: waiting.version }],
      pass: false,
      auditOpinion,
    })
    expect((await harness.refused(known.manager, calls.batchAudit, ask(''))).message).toContain('请输入')
    expect((await harness.refused(known.manager, calls.batchAudit, ask('长'.repeat(101)))).message).toContain(
      '最多允许输入100个字符',
    )
    await harness.call(known.manager, calls.batchAudit, ask('缺路线'))
    const returned = await plans.read(waiting.id)
    expect(returned).toMatchObject({
      state: 'returned',
      returnReason: '缺路线',
      may: ['edit', 'submit', 'remove'],
    })
    const mended = await harness.call(known.master, calls.update, {
      ...plans.input(),
      id: returned.id,
      version: returned.version,
    })
    expect(await plans.audit(await plans.submit(mended))).toMatchObject({ done: true })
    const record = await harness.call(known.master, calls.auditRecord, { id: waiting.id })
    const said = record.map(({ content }) => content.split(' · ')[0])
    expect(said.filter((each) => each === '提交')).toHaveLength(2)
    expect(said.filter((each) => each === '计划审核')).toHaveLength(2)
    expect(record.map(({ message }) => message)).toContain('缺路线')
  })

  it('is withdrawn by its submitter alone, and needs a route and items', async () => {
    const empty = await plans.add({ legs: [], itemIds: [] })
    const seen = { id: empty.id, version: empty.version }
    expect((await harness.refused(known.master, calls.submit, seen)).message).toBe(
      `计划“${empty.planName}”还缺路线和巡检项目，不能提交审核`,
    )
    const waiting = await plans.submit(await plans.add())
    const now = { id: waiting.id, version: waiting.version }
    expect((await harness.refused(known.manager, calls.withdraw, now)).message).toBe('只有提交人可以撤回')
    expect(
      (await harness.refused(known.master, calls.update, { ...plans.input(), ...now })).message,
    ).toContain('正在审核')
    const draft = await harness.call(known.master, calls.withdraw, now)
    expect(draft.state).toBe('draft')
    await harness.call(known.master, calls.remove, { id: draft.id, version: draft.version })
    expect((await harness.refused(known.master, calls.detail, { id: draft.id })).code).toBe('not_found')
  })
})

describe('a plan in effect', () => {
  it('changes from a day on; orders made before keep their version', async () => {
    const plan = await plans.effective({ fromDay: '2026-11-24' })
    await makeAll(harness)
    const more = { fromDay: '2026-12-01', legs: [plans.leg(), plans.leg()], name: '改后' }
    const next = await harness.call(known.master, calls.update, {
      ...plans.input(more),
      id: plan.id,
      version: plan.version,
    })
    expect(next).toMatchObject({ state: 'effective', nextState: 'draft', planName: plan.planName })
    const past = { ...plans.input({ fromDay: '2026-11-24' }), id: next.id, version: next.version }
    expect((await harness.refused(known.master, calls.update, past)).message).toContain('应晚于现行版本')
    expect(await plans.audit(await plans.submit(next))).toMatchObject({ done: true })
    for (const day of ['2026-11-29', '2026-12-06']) await makeAll(harness, day)
    const made = await plans.ordersOf(plan.id)
    expect(made.map(({ day, leg, version }) => [day, leg, version])).toEqual([
      ['2026-11-24', 1, 1],
      ['2026-12-01', 1, 2],
      ['2026-12-01', 2, 2],
      ['2026-12-08', 1, 2],
      ['2026-12-08', 2, 2],
    ])
    const { versions, planName } = await plans.read(plan.id)
    expect(planName).toBe('改后')
    expect(versions.map(({ no, fromDay, untilDay }) => [no, fromDay, untilDay])).toEqual([
      [2, '2026-12-01', null],
      [1, '2026-11-24', '2026-11-30'],
    ])
  })

  it('stops from a day on for a reason, and goes on by the rule of its cycle', async () => {
    const plan = await plans.effective({ cycleId: known.cycles.get('每天'), leadDays: 1, holidays: 'keep' })
    const seen = { id: plan.id, version: plan.version }
    const stop = { plans: [seen], fromDay: '2026-11-26', reason: '检修停运' }
    expect((await harness.refused(known.master, calls.stop, { ...stop, reason: '' })).message).toContain(
      '请输入',
    )
    expect(
      (await harness.refused(known.master, calls.stop, { ...stop, fromDay: '2026-11-01' })).message,
    ).toContain('不能早于今天')
    expect(await harness.call(known.master, calls.stop, stop)).toMatchObject({ done: 1 })
    const run = async (...days: string[]) => {
      for (const day of days) await makeAll(harness, `2026-${day}`)
      return plans.daysOf(plan.id)
    }
    expect(await run('11-23', '11-24', '11-25', '11-26', '11-29')).toEqual(['2026-11-24', '2026-11-25'])
    harness.clock.set('2026-11-29T02:00:00Z')
    const stopped = (await list({ state: 'stopped', keyword: plan.planCode })).pageList[0]!
    expect(stopped).toMatchObject({ state: 'stopped', stateName: '已停用', may: ['edit', 'restart'] })
    await harness.call(known.master, calls.restart, { id: stopped.id, version: stopped.version })
    harness.clock.set('2026-11-23T02:00:00Z')
    // The latest of what came due meanwhile, today and tomorrow.
    expect((await run('11-30')).slice(2)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01'])
    const record = await harness.call(known.master, calls.auditRecord, { id: plan.id })
    expect(record.map(({ content }) => content.slice(0, 2))).toContain('停用')
  })

  it('is not removed, and copied as a draft of its own', async () => {
    const plan = await plans.effective()
    const seen = { id: plan.id, version: plan.version }
    expect((await harness.refused(known.master, calls.remove, seen)).message).toContain('可以停用')
    const copy = await harness.call(known.master, calls.copy, { id: plan.id })
    expect(copy).toMatchObject({ state: 'draft', planName: `${plan.planName}-副本` })
    expect(copy.planCode).not.toBe(plan.planCode)
    const { versions } = await plans.read(copy.id)
    expect(versions[0]).toMatchObject({ legs: [{ psId: plans.station() }], items: [{ id: known.itemId }] })
  })

  it('gives an order to be assigned where its person cannot work any more', async () => {
    const plan = await plans.effective()
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [plans.worker()])
    await makeAll(harness)
    await harness.owner.query(`update app_user set status = '1' where id = $1`, [plans.worker()])
    expect(await plans.ordersOf(plan.id)).toMatchObject([{ state: 1 }])
  })
})

describe('lists and previews', () => {
  it('put what waits first, filter, and sort', async () => {
    const waiting = await plans.submit(await plans.add({ name: '等待审核' }))
    const all = await list()
    const states = all.pageList.map(({ state }) => state)
    expect(states.lastIndexOf('audit')).toBeLessThan(states.indexOf('effective'))
    for (const filter of [
      { state: 'audit' as const },
      { psId: plans.station() },
      { depId: waiting.depId },
      { cycleId: waiting.cycleId },
      { personId: plans.worker() },
      { keyword: 'dengdai' },
    ])
      expect((await list(filter)).pageList.map(({ id }) => id)).toContain(waiting.id)
    expect((await list({ state: 'returned', keyword: '等待审核' })).rowCount).toBe(0)
    expect((await list({ state: 'draft', keyword: '等待审核' })).rowCount).toBe(0)
    const byCode = await list({ orderField: 'planCode', orderType: 'desc' })
    expect(byCode.pageList.map(({ planCode }) => planCode)).toEqual(
      byCode.pageList
        .map(({ planCode }) => planCode)
        .toSorted()
        .toReversed(),
    )
    for (const orderField of ['planName', 'nextDue'] as const)
      expect((await list({ orderField })).rowCount).toBeGreaterThan(5)
  })

  it('tell the days of a month, and what people have to do', async () => {
    const other = await plans.effective({ cycleId: known.cycles.get('每天'), name: '日巡检', leadDays: 1 })
    const asked = { ...plans.input({ fromDay: '2026-12-01' }), month: '2026-12' }
    const preview = await harness.call(known.master, calls.preview, asked)
    expect(preview.dues.map(({ day }) => day)).toEqual(
      ['01', '08', '15', '22', '29'].map((day) => `2026-12-${day}`),
    )
    expect(preview.next).toHaveLength(6)
    expect(preview.people).toMatchObject([{ personId: plans.worker(), own: 20, cap: 184 }])
    expect(preview.spare.map(({ personId }) => personId)).toContain(plans.worker('a_colleague'))
    expect(preview.others).toContainEqual({ day: '2026-12-04', planName: other.planName, count: 1 })
    expect(preview.daysOff.map(({ day }) => day)).toContain('2026-12-05')
    const counted = await harness.call(known.master, calls.preview, {
      ...asked,
      cycleId: known.cycles.get('电量或天数')!,
      fromDay: '2026-11-23',
    })
    expect(counted.next[0]).toMatchObject({ day: '2027-02-22', isEstimate: true })
    expect(
      (await harness.refused(known.master, calls.preview, { ...asked, cycleId: '999999' })).message,
    ).toContain('周期不存在')
  })

  it('count what was done in time', async () => {
    const figures = await harness.call(known.master, calls.figures, {})
    expect(figures.states).toMatchObject({ effective: expect.any(Number) })
    expect(figures.due).toBe(figures.onTime + figures.late + figures.missed + figures.running)
  })
})
