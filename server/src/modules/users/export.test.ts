import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { userTitles, type UserColumn } from '@heliodesk/contract/user-query.ts'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { fetchFile, makeNext } from '../../../test/exports.ts'
import { hire, passFirstChange } from '../../../test/hire.ts'
import { usePeople } from './people.fixture.ts'

const { harness, people, add } = usePeople()

async function exported(
  token: string,
  query: { keyword?: string; columns?: UserColumn[]; depCode?: string },
) {
  const { id } = await harness.call(token, exportCalls.add, { kind: 'users', format: 'csv', query })
  await makeNext(harness)
  const { rawPayload } = await fetchFile(harness, token, id)
  return parse(rawPayload, { bom: true }) as string[][]
}

describe('the export of users', () => {
  it('has the chosen columns in their order, and the rows of the filters', async () => {
    const user = await add({ phone: '13812345678', jobNo: 'E-1' })
    const columns: UserColumn[] = ['status', 'username', 'phone', 'workNo']
    expect(await exported(people.admin, { keyword: user.username, columns })).toEqual([
      ['账号', '手机号', '工号', '状态'],
      [user.username, '13812345678', 'E-1', '正常'],
    ])
    const [titles] = await exported(people.admin, { keyword: user.username })
    expect(titles).toEqual(Object.values(userTitles))
  })

  it('masks numbers for who may not see them, hides what data roles hide, and ends at the data scope', async () => {
    const user = await add({ phone: '13712345678' })
    const clerk = await hire(harness, { username: 'export.clerk', codes: ['user:manage'], depCode: 'A01A02' })
    const query = { keyword: user.username, columns: ['phone'] as UserColumn[] }
    expect(await exported(clerk.token, query)).toEqual([['手机号'], ['137****5678']])
    await harness.call(people.admin, dataRoleCalls.add, {
      code: 'nophone',
      name: '看不到电话',
      columns: { phone: 'hide' },
      userIds: [clerk.id],
    })
    expect(await exported(clerk.token, query)).toEqual([['手机号'], ['']])
    const all = await exported(clerk.token, { columns: ['username'] })
    expect(all.flat()).not.toContain('a_admin')
  })

  it.each([
    [[], '请至少选择一列'],
    [['password'], '没有这一列'],
  ])('is refused with the columns %j', async (columns, message) => {
    const asked = { kind: 'users', format: 'csv', query: { columns } } as never
    expect((await harness.refused(people.admin, exportCalls.add, asked)).message).toContain(message)
  })

  it('needs the right to manage people', async () => {
    const reader = await hire(harness, { username: 'export.reader', codes: ['order:list'] })
    await passFirstChange(harness, reader.id)
    const asked = { kind: 'users', format: 'csv', query: {} } as const
    expect((await harness.refused(reader.token, exportCalls.add, asked)).status).toBe(403)
  })
})
