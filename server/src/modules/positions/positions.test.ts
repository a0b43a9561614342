import { positionCalls as calls } from '@heliodesk/contract/positions.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { formOf, hire, newcomer, openSession, signInAdministrator, type Hired } from '../../../test/hire.ts'

const harness = useHarness()
let admin: string
let foreigner: string
/** Keeps positions, and people of the western centre. */
let west: Hired
let worker: Hired

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  foreigner = await signInAdministrator(harness, harness.otherTenant)
  west = await hire(harness, {
    username: 'west.positions',
    codes: ['position:manage', 'user:manage'],
    depCode: 'A01A02',
  })
  worker = await hire(harness, { username: 'no.positions', codes: ['order:list'] })
})

let added = 0
const add = (input: object = {}) => {
  added += 1
  return harness.call(admin, calls.add, { code: `p_${added}`, name: `岗位${added}`, ...input })
}
const addPerson = (post: string | null, more: object = {}) =>
  harness.call(admin, userCalls.add, newcomer(harness, { post, ...more }))
const refusal = async (...args: Parameters<typeof harness.refused>) =>
  (await harness.refused(...args)).message

describe('positions', () => {
  it('are added, edited, found and listed by rank', async () => {
    const last = await add({ code: '0101', name: '值班长', postRank: 30 })
    const first = await add({ name: '站长', postRank: 20, description: '负责一座电站' })
    expect(first).toMatchObject({ postRank: 20, description: '负责一座电站', userCount: 0, version: 1 })
    const edited = await harness.call(admin, calls.edit, { ...last, name: '值长' })
    expect(edited).toEqual({ ...last, name: '值长', version: 2 })
    expect(await harness.call(worker.token, calls.detail, { id: last.id })).toEqual({ ...edited })
    expect(await harness.call(worker.token, calls.byCode, { code: '0101' })).toEqual(edited)
    expect(await refusal(admin, calls.byCode, { code: 'nobodys' })).toBe('数据不存在或无权查看')
    const page = await harness.call(worker.token, calls.list, { pageSize: 1, pageNo: 2 })
    expect(page).toMatchObject({ size: 1, current: 2, total: 2, pages: 2 })
    expect(page.records.map(({ id }) => id)).toEqual([last.id])
    const heard = await harness.call(worker.token, calls.list, { keyword: 'zhanz' })
    expect(heard.records.map(({ id }) => id)).toEqual([first.id])
  })

  it('have a code of their own in the company, and a version', async () => {
    const one = await add({ code: 'taken' })
    const other = await add()
    expect(await refusal(admin, calls.add, { code: 'taken', name: '又一个' })).toBe('岗位编码已存在')
    expect(await refusal(admin, calls.edit, { ...other, code: 'taken' })).toBe('岗位编码已存在')
    expect(await refusal(admin, calls.edit, { ...one, version: 7 })).toBe('岗位已在别处更新，请刷新后重试')
    const theirs = await harness.call(foreigner, calls.add, { code: 'taken', name: '他们的' })
    expect(await refusal(admin, calls.detail, { id: theirs.id })).toBe('数据不存在或无权查看')
    expect(await refusal(foreigner, calls.remove, { id: one.id })).toBe('数据不存在或无权查看')
  })

  it.each([
    [{ name: '' }, '岗位名称（name）：此项为必填项'],
    [{ code: 'a,b' }, '岗位编码（code）：只含字母、数字和下划线'],
    [{ postRank: -1 }, '排序（postRank）：不能小于 0'],
    [{ postRank: 1.5 }, '排序（postRank）：排序应为整数'],
    [{ description: '长'.repeat(201) }, '说明（description）：最多允许输入200个字符'],
  ])('refuse %j', async (input, message) => {
    expect(await refusal(admin, calls.add, { code: 'wrong', name: '不对', ...input })).toBe(
      `参数有误：${message}`,
    )
  })

  it('are kept by those with the right', async () => {
    expect(await refusal(worker.token, calls.add, { code: 'no', name: '无权' })).toBe(
      '拒绝访问：需要“岗位管理”权限（position:manage）',
    )
  })
})

describe('the positions of people', () => {
  it('are several, by rank, in every answer about them', async () => {
    await add({ code: 'second', name: '第二', postRank: 2 })
    await add({ code: 'first', name: '第一', postRank: 1 })
    const user = await addPerson('second,first,second,')
    expect(user).toMatchObject({
      post: 'first,second',
      positions: [
        { code: 'first', name: '第一' },
        { code: 'second', name: '第二' },
      ],
    })
    const found = await harness.call(admin, userCalls.list, { post: 'second' })
    expect(found.records.map(({ id }) => id)).toEqual([user.id])
    expect((await harness.call(admin, userCalls.list, { post: 'nobodys' })).total).toBe(0)
    const own = await openSession(harness, user.id)
    expect((await harness.call(own, sessionCalls.me, {})).post).toBe('first,second')
  })

  it('stay without the field, and are cleared by an empty one', async () => {
    await add({ code: 'kept' })
    let user = await addPerson('kept')
    const { post: _post, ...without } = formOf(user)
    user = await harness.call(admin, userCalls.edit, { ...without, realname: '改名' })
    expect(user.post).toBe('kept')
    user = await harness.call(admin, userCalls.edit, { ...formOf(user), post: ',' })
    expect(user.post).toBe('')
    user = await harness.call(admin, userCalls.edit, { ...formOf(user), post: 'kept' })
    user = await harness.call(admin, userCalls.edit, { ...formOf(user), post: null })
    expect(user.positions).toEqual([])
  })

  it('are known ones of the own company', async () => {
    await harness.call(foreigner, calls.add, { code: 'theirs', name: '他们的' })
    const input = newcomer(harness, { post: 'theirs' })
    expect(await refusal(admin, userCalls.add, input)).toBe('岗位（post）：没有编码为“theirs”的岗位')
    const user = await addPerson(null)
    expect(await refusal(admin, userCalls.edit, { ...formOf(user), post: 'theirs' })).toBe(
      '岗位（post）：没有编码为“theirs”的岗位',
    )
    expect(await refusal(admin, userCalls.edit, { ...formOf(user), post: 'a b' })).toBe(
      '参数有误：岗位（post）：应为逗号分隔的岗位编码',
    )
  })

  it('count the people of the own departments, and refuse the removal for everybody', async () => {
    const position = await add({ code: 'counted', name: '有人' })
    const here = await addPerson('counted')
    const there = await addPerson('counted', { depId: harness.tenant.departments['A01A01']! })
    const countFor = async (token: string) =>
      (await harness.call(token, calls.detail, { id: position.id })).userCount
    expect([await countFor(admin), await countFor(west.token)]).toEqual([2, 1])
    const held = '还有 2 名用户在岗位“有人”上，不能删除'
    expect(await refusal(west.token, calls.remove, { id: position.id })).toBe(held)
    const free = await add()
    expect(await refusal(admin, calls.removeMany, { ids: `${free.id},${position.id}` })).toBe(held)
    expect(await harness.call(admin, calls.detail, { id: free.id })).toEqual(free)
    // Who is removed holds it no more.
    for (const { id } of [here, there]) await harness.call(admin, userCalls.remove, { id })
    await harness.call(west.token, calls.remove, { id: position.id })
    await harness.call(admin, calls.removeMany, { ids: free.id })
    expect(await refusal(admin, calls.detail, { id: free.id })).toBe('数据不存在或无权查看')
  })

  it('are not given while they are being removed', async () => {
    const position = await add({ code: 'racing', name: '在删' })
    const [removed, given] = await Promise.allSettled([
      harness.call(admin, calls.remove, { id: position.id }),
      addPerson('racing'),
    ])
    // Whichever came first, the other one is refused.
    expect([removed.status, given.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
