import type { Sent } from '@heliodesk/contract/call.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { orderWarnings } from '@heliodesk/contract/switching-order.ts'
import { typicalTicketCalls as calls } from '@heliodesk/contract/typical-tickets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const NOT_FOUND = '数据不存在或无权查看'
const west = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02A01')!
const east = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!

const codes: PermissionCode[] = ['typicalTicket:list', 'typicalTicket:edit']
const people = useSignedIn(harness, {
  head: { username: 'head', codes, depCode: 'A01' },
  keeper: { username: 'keeper', codes, depCode: 'A01A02' },
  reader: { username: 'reader', codes: ['typicalTicket:list'], depCode: 'A01A02' },
  stranger: { username: 'stranger', codes, depCode: 'A01A01' },
})
beforeAll(() =>
  harness.owner.query('update app_user set has_all_data = true where id = $1', [people.head.id]),
)

type New = Sent<typeof calls.add>
const ticket = (given: Partial<New> = {}): New => ({
  kind: 'low',
  name: '汇流箱检修',
  psId: west().id,
  isolate: ['断开汇流箱断路器'],
  ...given,
})
const add = (given: Partial<New> = {}, token = people.keeper.token) =>
  harness.call(token, calls.add, ticket(given))
const refusal = async (given: Partial<New>, token = people.keeper.token) =>
  (await harness.refused(token, calls.add, ticket(given))).message
const namesOf = async (query: Sent<typeof calls.page>, token = people.reader.token) => {
  const { pageList, rowCount } = await harness.call(token, calls.page, { size: 100, ...query })
  expect(rowCount).toBe(pageList.length)
  return pageList.map(({ name }) => name)
}

describe('typical tickets', () => {
  it('come with the product, and its switching is in order', async () => {
    const { pageList } = await harness.call(people.reader.token, calls.page, { kind: 'operation' })
    expect(pageList.map(({ name, updatedBy }) => [name, updatedBy])).toEqual([
      ['3号箱变由检修转运行', null],
      ['3号箱变由运行转检修', null],
    ])
    expect(pageList.flatMap(({ steps }) => orderWarnings(steps))).toEqual([])
    expect(await namesOf({ kind: 'first' })).toHaveLength(2)
  })

  it('are added, changed and removed', async () => {
    const first = await add({ risks: [{ risk: '触电', control: '验电' }], remark: '一车间' })
    expect(first).toMatchObject({
      kindLabel: '低压工作票',
      psId: west().id,
      isolate: ['断开汇流箱断路器'],
      steps: [],
      risks: [{ risk: '触电', control: '验电' }],
      updatedBy: 'keeper',
      version: 1,
    })
    expect(await harness.call(people.reader.token, calls.detail, { id: first.id })).toEqual(first)
    const edited = await harness.call(people.keeper.token, calls.edit, { ...first, care: ['戴绝缘手套'] })
    expect(edited).toMatchObject({ care: ['戴绝缘手套'], version: 2 })
    await harness.call(people.keeper.token, calls.remove, edited)
    expect(await namesOf({ keyword: '汇流箱检修' })).toEqual([])
  })

  it('have steps or measures, by their kind', async () => {
    const switched = await add({ kind: 'operation', name: '1号停电', steps: ['断开断路器331'] })
    expect(switched).toMatchObject({ steps: ['断开断路器331'], isolate: [] })
    const changed = await harness.call(people.keeper.token, calls.edit, {
      ...switched,
      kind: 'first',
      isolate: ['断开断路器331'],
    })
    expect(changed).toMatchObject({ kindLabel: '第一种工作票', steps: [], isolate: ['断开断路器331'] })
    expect(await refusal({ kind: 'operation' })).toBe('操作项目（steps）：请至少填写一项')
    expect(await refusal({ isolate: [], steps: ['断开断路器331'] })).toBe('安全措施：请至少填写一条')
  })

  it('are found by name, pinyin and content, kind and place', async () => {
    await add({ name: '查找 甲', care: ['使用绝缘垫'] })
    await add({ name: '查找 乙', psId: east().id }, people.stranger.token)
    expect(await namesOf({ keyword: '查找' })).toEqual(['查找 甲'])
    expect(await namesOf({ keyword: '绝缘垫' })).toEqual(['查找 甲'])
    expect(await namesOf({ keyword: '查找', psIds: east().id })).toEqual([])
    expect(await namesOf({ kind: 'emergency' })).toEqual(['电缆头爆裂抢修'])
    expect(await namesOf({ kind: 'emergency', psIds: west().id })).toEqual(['电缆头爆裂抢修'])
  })

  it('of every station are kept by those who see every station, those of a station by those who see it', async () => {
    const general = await add({ name: '通用', psId: null }, people.head.token)
    const own = await add({ name: '本站' })
    expect(await namesOf({ keyword: '通用' }, people.stranger.token)).toEqual(['通用'])
    expect(await namesOf({ keyword: '本站' }, people.stranger.token)).toEqual([])
    for (const [call, input] of [
      [calls.detail, { id: own.id }],
      [calls.edit, { ...own, psId: east().id }],
      [calls.remove, own],
    ] as const)
      expect((await harness.refused(people.stranger.token, call, input)).message).toBe(NOT_FOUND)
    for (const [call, input] of [
      [calls.edit, general],
      [calls.remove, general],
    ] as const)
      expect((await harness.refused(people.keeper.token, call, input)).message).toBe(
        '通用的典型票由有全部数据权限的人员维护',
      )
    expect(await refusal({ psId: null })).toContain('电站（psId）：请选择电站')
    expect(await refusal({ psId: east().id })).toBe(NOT_FOUND)
    const claimed = await harness.refused(people.keeper.token, calls.edit, { ...own, psId: null })
    expect(claimed.message).toContain('电站（psId）：请选择电站')
  })

  it('are refused with the field at fault in Chinese', async () => {
    expect(await refusal({ name: ' ' })).toContain('任务名称（name）：此项为必填项')
    expect(await refusal({ kind: 'x' as 'low' })).toContain('票种（kind）：请选择票种')
    expect(await refusal({ isolate: [''] })).toContain('应断开的断路器、隔离开关')
    expect(await refusal({ isolate: Array.from({ length: 61 }, () => '断开') })).toContain('最多 60 条')
    expect(await refusal({ risks: [{ risk: '触电', control: '' }] })).toContain('控制措施')
  })

  it('of one kind and place have different names, also when two are added at once', async () => {
    const send = (psId: string | null) =>
      harness.request('POST', '/ticket/typical/add', {
        token: people.head.token,
        body: ticket({ name: '同名', psId }),
      })
    const says = '任务名称（name）：已有同票种、同名的典型票'
    for (const psId of [west().id, null]) {
      const answers = await Promise.all([send(psId), send(psId)])
      expect(answers.map(({ body }) => body.result_msg)).toContain(says)
    }
    expect(await namesOf({ keyword: '同名' })).toEqual(['同名', '同名'])
    await add({ name: '同名', kind: 'second' })
  })
})
