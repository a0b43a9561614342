import type { Sent } from '@heliodesk/contract/call.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sampleThingCalls as calls } from '@heliodesk/contract/sample-things.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const NOT_FOUND = '数据不存在或无权查看'
const west = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02A01')!
const east = () => harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!

const codes: PermissionCode[] = ['sampleThing:list', 'sampleThing:edit']
const people = useSignedIn(harness, {
  keeper: { username: 'keeper', codes, depCode: 'A01A02' },
  reader: { username: 'reader', codes: ['sampleThing:list'], depCode: 'A01A02' },
  stranger: { username: 'stranger', codes, depCode: 'A01A01' },
})

const add = (name: string, input: Partial<Sent<typeof calls.add>> = {}) =>
  harness.call(people.keeper.token, calls.add, { psId: west().id, name, ...input })

const namesOf = async (token: string, query: Sent<typeof calls.page> = {}) => {
  const { pageList, rowCount } = await harness.call(token, calls.page, query)
  expect(rowCount).toBe(pageList.length)
  return pageList.map(({ name }) => name)
}

describe('sample things', () => {
  it('are added, changed and removed, and the list has them newest first', async () => {
    const first = await add('甲样品', { remark: '备用' })
    expect(first).toMatchObject({ remark: '备用', psId: west().id, updatedBy: 'keeper', version: 1 })
    expect(await harness.call(people.reader.token, calls.detail, { id: first.id })).toEqual(first)
    await add('乙样品')
    const edited = await harness.call(people.keeper.token, calls.edit, { ...first, remark: '' })
    expect(edited).toMatchObject({ name: '甲样品', remark: '', version: 2 })
    expect(await namesOf(people.reader.token)).toEqual(['甲样品', '乙样品'])
    await harness.call(people.keeper.token, calls.remove, edited)
    expect(await namesOf(people.reader.token)).toEqual(['乙样品'])
  })

  it('are filtered by word and by place', async () => {
    await add('Filter 一')
    expect(await namesOf(people.reader.token, { keyword: 'filter' })).toEqual(['Filter 一'])
    expect(await namesOf(people.reader.token, { keyword: 'filter', psIds: west().id })).toEqual(['Filter 一'])
    expect(await namesOf(people.reader.token, { keyword: 'filter', depCodes: 'A01A02A01' })).toEqual(['Filter 一'])
    expect(await namesOf(people.reader.token, { keyword: 'filter', psIds: east().id })).toEqual([])
  })

  it('belong to stations in scope, as if there were no others', async () => {
    const { id, version } = await add('范围样品')
    expect(await namesOf(people.stranger.token, { keyword: '范围' })).toEqual([])
    for (const [call, input] of [
      [calls.detail, { id }],
      [calls.edit, { id, version, psId: east().id, name: '改名' }],
      [calls.remove, { id, version }],
    ] as const)
      expect((await harness.refused(people.stranger.token, call, input)).message).toBe(NOT_FOUND)
    const elsewhere = { id, version, psId: east().id, name: '范围样品' }
    expect((await harness.refused(people.keeper.token, calls.edit, elsewhere)).message).toBe(NOT_FOUND)
    expect((await harness.refused(people.keeper.token, calls.add, elsewhere)).message).toBe(NOT_FOUND)
    expect(await harness.call(people.keeper.token, calls.detail, { id })).toMatchObject({ version: 1 })
  })

  it('are refused with the field at fault in Chinese', async () => {
    const refusal = async (input: object) =>
      (await harness.refused(people.keeper.token, calls.add, { psId: west().id, name: '坏样品', ...input })).message
    expect(await refusal({ name: ' ' })).toContain('样品名称（name）：此项为必填项')
    expect(await refusal({ remark: '长'.repeat(201) })).toContain('备注（remark）：最多允许输入200个字符')
    expect(await namesOf(people.reader.token, { keyword: '坏样品' })).toEqual([])
  })

  it('of one station have different names, even when two are added at once', async () => {
    const send = () =>
      harness.request('POST', '/sampleThing/add', {
        token: people.keeper.token,
        body: { psId: west().id, name: '同名样品' },
      })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ body }) => body.result_msg)).toContain('该电站下已有同名样品')
    expect(await namesOf(people.reader.token, { keyword: '同名' })).toEqual(['同名样品'])
    const other = await add('另名样品')
    const renamed = await harness.refused(people.keeper.token, calls.edit, { ...other, name: '同名样品' })
    expect(renamed.message).toBe('该电站下已有同名样品')
  })
})
