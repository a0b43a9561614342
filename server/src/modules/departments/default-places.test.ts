import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { orgTreeCalls } from '@heliodesk/contract/org-tree.ts'
import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInByPassword, useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { pastTriggers } from '../../../test/owner-pool.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

const who = useSignedIn(harness, {
  admin: 'a_admin',
  /** A manager of department A01A02. */
  manager: 'a_manager',
})
beforeEach(async () => {
  await harness.owner.query('delete from user_preference')
})

const department = (code: string) => harness.tenant.departments[code]!
const station = (depCode: string) => harness.tenant.stations.find((each) => each.depCode === depCode)!
const edit = (token: string, input: object) => harness.call(token, calls.editDefaults, input)
const defaultsOf = async (token: string) => (await harness.call(token, calls.me, {})).defaults

describe('where a person works by default', () => {
  it('stores the top department: for all data the company’s, else the person’s own', async () => {
    expect((await defaultsOf(who.admin)).topDepart).toMatchObject({ id: department('A01'), orgCode: 'A01' })
    expect((await defaultsOf(who.manager)).topDepart).toMatchObject({
      id: department('A01A02'),
      orgCode: 'A01A02',
    })
  })

  it('stores a default department and a default station, and the next sign-in brings them', async () => {
    const { id: psId } = station('A01A02')
    const { defaults } = await edit(who.manager, { departId: department('A01A02A01'), psId })
    expect(defaults).toMatchObject({
      depart: { id: department('A01A02A01'), orgCode: 'A01A02A01' },
      station: { psId, psName: '甲公司西一' },
    })
    const again = await signInByPassword(harness, 'a_manager', harness.tenant.password)
    expect(again.userInfo.defaults).toEqual(defaults)
    expect((await edit(who.manager, { departId: null })).defaults).toMatchObject({
      depart: null,
      station: { psId },
    })
  })

  it('keeps both when two windows choose one each, and what the person prefers beside them', async () => {
    await harness.call(who.manager, shellCalls.editPreferences, { theme: 'dark' })
    await Promise.all([
      edit(who.manager, { departId: department('A01A02A01') }),
      edit(who.manager, { psId: station('A01A02').id }),
      harness.call(who.manager, shellCalls.editPreferences, { weak: true }),
    ])
    expect(await defaultsOf(who.manager)).toMatchObject({
      depart: { orgCode: 'A01A02A01' },
      station: { psId: station('A01A02').id },
    })
    expect((await harness.call(who.manager, shellCalls.shell, {})).preferences).toMatchObject({
      theme: 'dark',
      weak: true,
    })
  })

  it('is each person’s own', async () => {
    await edit(who.manager, { departId: department('A01A02A01'), psId: station('A01A02').id })
    expect(await defaultsOf(who.admin)).toMatchObject({ depart: null, station: null })
    expect(await defaultsOf(await harness.signIn('b_admin'))).toMatchObject({ depart: null, station: null })
  })

  it('takes nothing out of sight, answered like what does not exist, and writes nothing', async () => {
    const theirs = harness.otherTenant
    for (const input of [
      { departId: department('A01A01') },
      { departId: department('A01') },
      { departId: theirs.departments['A01'] },
      { departId: '999999999' },
      { psId: station('A01A01').id },
      { psId: theirs.stations[0]!.id },
      { psId: '999999999' },
      { departId: department('A01A02A01'), psId: '999999999' },
    ])
      expect((await harness.refused(who.manager, calls.editDefaults, input)).message).toBe(UNSEEN)
    expect(await defaultsOf(who.manager)).toMatchObject({ depart: null, station: null })
    expect((await harness.refused(who.manager, calls.editDefaults, { psId: 'x' })).message).toContain(
      '默认电站',
    )
  })

  it('counts no more once it is out of use or out of sight', async () => {
    const { id } = await harness.call(who.admin, departmentCalls.add, {
      parentId: department('A01A02'),
      departName: '临时班组',
      departOrder: 9,
      status: '1',
    })
    await edit(who.manager, { departId: id, psId: station('A01A02').id })
    await harness.owner.query(`update department set status = '2' where id = $1`, [id])
    await pastTriggers(harness.owner, `update station set status = '3' where id = $1`, [station('A01A02').id])
    expect(await defaultsOf(who.manager)).toMatchObject({ depart: null, station: null })
    await pastTriggers(harness.owner, `update station set status = '1' where id = $1`, [station('A01A02').id])
    expect(await defaultsOf(who.manager)).toMatchObject({
      depart: null,
      station: { psId: station('A01A02').id },
    })
    await edit(who.admin, { departId: department('A01A01') })
    await harness.owner.query(
      `update app_user set has_all_data = false, department_id = $1 where username = 'a_admin'`,
      [department('A01A02')],
    )
    expect(await defaultsOf(who.admin)).toMatchObject({ topDepart: { orgCode: 'A01A02' }, depart: null })
    await harness.owner.query(
      `update app_user set has_all_data = true, department_id = $1 where username = 'a_admin'`,
      [department('A01')],
    )
  })

  it('lets the car tree begin at the stored default department', async () => {
    const topOf = async (token: string, input = {}) =>
      (await harness.call(token, orgTreeCalls.car, input)).map(({ orgCode }) => orgCode)
    expect(await topOf(who.manager)).toEqual(['A01A02'])
    await edit(who.manager, { departId: department('A01A02A01') })
    expect(await topOf(who.manager)).toEqual(['A01A02A01'])
    expect(await topOf(who.admin, { userId: harness.tenant.users['a_manager']!.id })).toEqual(['A01A02A01'])
    await edit(who.manager, { departId: null })
    expect(await topOf(who.manager)).toEqual(['A01A02'])
  })
})
