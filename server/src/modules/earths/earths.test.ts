import type { Sent } from '@heliodesk/contract/call.ts'
import { earthCalls as calls } from '@heliodesk/contract/earths.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
beforeAll(() => harness.clock.set('2026-06-10T12:00:00+08:00'))
const NOT_FOUND = '数据不存在或无权查看'
const west = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02A01')!
const east = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!

const codes: PermissionCode[] = ['earth:list', 'earth:edit', 'setting:business']
const people = useSignedIn(harness, {
  keeper: { username: 'keeper', codes, depCode: 'A01A02' },
  reader: { username: 'reader', codes: ['earth:list'], depCode: 'A01A02' },
  stranger: { username: 'stranger', codes, depCode: 'A01A01' },
})

const wire = (given: Partial<Sent<typeof calls.add>> = {}): Sent<typeof calls.add> => ({
  kind: 'wire',
  name: '1',
  psId: west().id,
  voltage: '35',
  place: '1号柜 1号位',
  testDue: '2026-12-31',
  ...given,
})
const add = (given: Partial<Sent<typeof calls.add>> = {}) =>
  harness.call(people.keeper.token, calls.add, wire(given))

const namesOf = async (token: string, query: Sent<typeof calls.page> = {}) => {
  const { pageList, rowCount } = await harness.call(token, calls.page, query)
  expect(rowCount).toBe(pageList.length)
  return pageList.map(({ name }) => name)
}
const historyOf = async (id: string) =>
  (await harness.call(people.reader.token, calls.history, { id })).map(
    ({ actionName, note }) => `${actionName} ${note}`,
  )

describe('earths', () => {
  it('are recorded, sent to their test, taken back and scrapped, and their history says so', async () => {
    const added = await add({ name: '史', remark: '备用' })
    expect(added).toMatchObject({
      kindLabel: '接地线',
      voltage: '35',
      stateLabel: '在库',
      testDueState: null,
      updatedBy: 'keeper',
      version: 1,
    })
    expect(await harness.call(people.reader.token, calls.detail, { id: added.id })).toEqual(added)
    const moved = await harness.call(people.keeper.token, calls.edit, {
      ...added,
      place: '2号柜 1号位',
      remark: '',
    })
    const sent = await harness.call(people.keeper.token, calls.test, { ...moved, note: '送试验所' })
    expect(sent).toMatchObject({ stateLabel: '送检', version: 3 })
    // Twelve months from today, as the settings say.
    const back = await harness.call(people.keeper.token, calls.receive, {
      id: sent.id,
      version: sent.version,
    })
    expect(back).toMatchObject({ stateLabel: '在库', testDue: '2027-06-10' })
    const gone = await harness.call(people.keeper.token, calls.scrap, { ...back, reason: '断股' })
    expect(gone).toMatchObject({ stateLabel: '报废', version: 5 })
    expect(await historyOf(added.id)).toEqual([
      '报废 断股',
      '收回 试验有效期至 2027-06-10',
      '送检 送试验所',
      '修改 存放位置：1号柜 1号位 → 2号柜 1号位；备注：备用 → 无',
      '登记 ',
    ])
  })

  it('are refused what their state does not allow, and nothing changes', async () => {
    const stored = await add({ name: '态一' })
    const scrapped = await harness.call(people.keeper.token, calls.scrap, {
      ...(await add({ name: '态二' })),
      reason: '断股',
    })
    const testing = await harness.call(people.keeper.token, calls.test, await add({ name: '态三' }))
    const fixed = await add({ name: '33117', kind: 'switch', place: '3号箱变高压侧', testDue: null })
    const seen = ({ id, version }: { id: string; version: number }) => ({ id, version })
    const refusals = [
      [calls.receive, seen(stored), '现为“在库”，不能收回'],
      [calls.test, seen(testing), '现为“送检”，不能送检'],
      [calls.test, seen(scrapped), '现为“报废”，不能送检'],
      [calls.receive, seen(scrapped), '现为“报废”，不能收回'],
      [calls.scrap, { ...seen(scrapped), reason: '再次' }, '现为“报废”，不能报废'],
      [calls.edit, { ...wire({ name: '态二' }), ...seen(scrapped) }, '已报废，不能再修改'],
      [calls.test, seen(fixed), '接地刀闸不送检'],
      [calls.receive, seen(fixed), '接地刀闸不送检'],
      [
        calls.edit,
        { ...wire({ name: '态三', kind: 'switch' }), ...seen(testing) },
        '种类（kind）：送检中，不能改为接地刀闸',
      ],
      [calls.receive, { ...seen(testing), testDue: '2026-06-10' }, '试验有效期（testDue）：收回后须晚于今天'],
    ] as const
    for (const [call, input, says] of refusals)
      expect((await harness.refused(people.keeper.token, call, input)).message).toBe(says)
    for (const earth of [stored, testing, scrapped, fixed])
      expect(await harness.call(people.reader.token, calls.detail, { id: earth.id })).toEqual(earth)
    expect(fixed).toMatchObject({ stateLabel: '在用', testDue: null })
  })

  it('say when their test is over or soon will be, by the company’s day and settings', async () => {
    for (const [name, testDue] of [
      ['期一', '2026-06-09'],
      ['期二', '2026-06-10'],
      ['期三', '2026-07-10'],
      ['期四', '2026-07-11'],
    ])
      await add({ name: name!, testDue: testDue! })
    const spent = await add({ name: '期五', testDue: '2026-01-01' })
    await harness.call(people.keeper.token, calls.scrap, { ...spent, reason: '断股' })
    const query = { keyword: '期' }
    expect(await namesOf(people.reader.token, { ...query, testDue: 'over' })).toEqual(['期一'])
    expect(await namesOf(people.reader.token, { ...query, testDue: 'soon' })).toEqual(['期二', '期三'])
    expect(await harness.call(people.reader.token, calls.counts, query)).toEqual({
      byState: { stored: 4, hanging: 0, testing: 0, scrapped: 1 },
      over: 1,
      soon: 2,
    })
    const { version } = await harness.call(people.keeper.token, settingCalls.business, {})
    await harness.call(people.keeper.token, settingCalls.editBusiness, {
      version,
      tickets: { expiryDays: 31, earthTestMonths: 6 },
    })
    expect(await namesOf(people.reader.token, { ...query, testDue: 'soon' })).toEqual([
      '期二',
      '期三',
      '期四',
    ])
    const sent = await harness.call(people.keeper.token, calls.test, await add({ name: '期六' }))
    expect(
      await harness.call(people.keeper.token, calls.receive, { id: sent.id, version: sent.version }),
    ).toMatchObject({ testDue: '2026-12-10' })
  })

  it('are listed by kind and number, and filtered by word, place, kind and state', async () => {
    await add({ name: 'L10' })
    await add({ name: 'L2', place: '南侧柜' })
    await add({ name: 'L1', kind: 'board', voltage: '0.4' })
    const query = { keyword: 'l' }
    expect(await namesOf(people.reader.token, query)).toEqual(['L2', 'L10', 'L1'])
    expect(await namesOf(people.reader.token, { ...query, kind: 'board' })).toEqual(['L1'])
    expect(await namesOf(people.reader.token, { keyword: '南侧' })).toEqual(['L2'])
    expect(await namesOf(people.reader.token, { ...query, state: 'testing' })).toEqual([])
    expect(await namesOf(people.reader.token, { ...query, depCodes: 'A01A02A01' })).toHaveLength(3)
    expect(await namesOf(people.reader.token, { ...query, psIds: east().id })).toEqual([])
  })

  it('belong to stations in scope, as if there were no others', async () => {
    const { id, version } = await add({ name: '范围' })
    expect(await namesOf(people.stranger.token, { keyword: '范围' })).toEqual([])
    const elsewhere = { id, version, ...wire({ name: '范围', psId: east().id }) }
    for (const [call, input] of [
      [calls.detail, { id }],
      [calls.history, { id }],
      [calls.edit, elsewhere],
      [calls.test, { id, version }],
      [calls.scrap, { id, version, reason: '无权' }],
    ] as const)
      expect((await harness.refused(people.stranger.token, call, input)).message).toBe(NOT_FOUND)
    expect((await harness.refused(people.keeper.token, calls.edit, elsewhere)).message).toBe(NOT_FOUND)
    expect((await harness.refused(people.keeper.token, calls.add, elsewhere)).message).toBe(NOT_FOUND)
    expect(await harness.call(people.keeper.token, calls.detail, { id })).toMatchObject({ version: 1 })
  })

  it('are refused with the field at fault in Chinese', async () => {
    const refusal = async (given: object) =>
      (await harness.refused(people.keeper.token, calls.add, { ...wire({ name: '坏' }), ...given })).message
    expect(await refusal({ name: ' ' })).toContain('编号（name）：此项为必填项')
    expect(await refusal({ place: '' })).toContain('存放位置（place）：此项为必填项')
    expect(await refusal({ kind: 'rope' })).toContain('种类（kind）：请选择种类')
    expect(await refusal({ voltage: '36' })).toContain('电压等级（voltage）：请选择电压等级')
    expect(await refusal({ testDue: null })).toBe('试验有效期（testDue）：请填写试验有效期')
    expect(await refusal({ testDue: '2026-02-30' })).toContain('没有这一天')
    expect(await namesOf(people.reader.token, { keyword: '坏' })).toEqual([])
  })

  it('of one kind and station have different numbers, also when two are added at once; a scrapped one gives its number free', async () => {
    const send = () =>
      harness.request('POST', '/earth/add', { token: people.keeper.token, body: wire({ name: '同号' }) })
    const answers = await Promise.all([send(), send()])
    const says = '编号（name）：该电站下已有同种类、同编号的接地线'
    expect(answers.map(({ body }) => body.result_msg)).toContain(says)
    expect(await namesOf(people.reader.token, { keyword: '同号' })).toEqual(['同号'])
    await add({ name: '同号', kind: 'personal' })
    const other = await add({ name: '另号' })
    expect((await harness.refused(people.keeper.token, calls.edit, { ...other, name: '同号' })).message).toBe(
      says,
    )
    await harness.call(people.keeper.token, calls.scrap, {
      ...(await harness.call(people.reader.token, calls.page, { keyword: '同号', kind: 'wire' }))
        .pageList[0]!,
      reason: '断股',
    })
    expect(await add({ name: '同号' })).toMatchObject({ stateLabel: '在库' })
  })

  it('of two people who act on one at once, one is told that it has changed', async () => {
    const { id, version } = await add({ name: '抢' })
    const send = (path: string, body: object) =>
      harness.request('POST', `/earth/${path}`, {
        token: people.keeper.token,
        body: { id, version, ...body },
      })
    const answers = await Promise.all([send('test', {}), send('scrap', { reason: '断股' })])
    expect(answers.map(({ body }) => body.result_msg)).toContain('接地线已在别处更新，请刷新后重试')
    expect(await historyOf(id)).toHaveLength(2)
  })
})
