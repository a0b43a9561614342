import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { administratorOf, createRole, FIRST_PASSWORD, hire, openSession } from '../../../test/hire.ts'
import { usePeople } from './people.fixture.ts'

const { harness, people, add, department, edit, find, newPerson, psaUnder, refusedEdit, signInAdminAgain } =
  usePeople()

describe('the last administrator', () => {
  const last = '至少保留一名在用且拥有全部数据权限的管理员'

  it('keeps role, data scope and account', async () => {
    const own = (await find(administratorOf(harness.tenant).username))!
    expect(await refusedEdit(own, { roleIds: [] })).toBe(last)
    expect(await refusedEdit(own, { hasAllData: '0' })).toBe(last)
    const other = await hire(harness, { username: 'deputy', codes: ['user:manage'], hasAllData: true })
    expect(
      (await harness.refused(other.token, calls.frozenBatch, { ids: own.id, status: '2' })).message,
    ).toMatch(/高于您，不能操作$/)
  })

  it('is left when two administrators freeze each other at the same moment', async () => {
    const own = administratorOf(harness.tenant)
    const adminRole = (await find(own.username))!.roles[0]!.id
    const second = await add({ roleIds: [adminRole], hasAllData: '1', depId: department('A01') })
    const secondToken = await openSession(harness, second.id)
    const answers = await Promise.all([
      harness.request('PUT', calls.frozenBatch.path, {
        token: people.admin,
        body: { ids: second.id, status: '2' },
      }),
      harness.request('PUT', calls.frozenBatch.path, {
        token: secondToken,
        body: { ids: own.id, status: '2' },
      }),
    ])
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    const { rows } = await harness.owner.query(
      `select u.id from app_user u join user_role ur on ur.user_id = u.id where ur.role_id = $1 and u.status = '1'`,
      [adminRole],
    )
    expect(rows).toHaveLength(1)
    await harness.owner.query(`update app_user set status = '1' where id = $1`, [own.id])
    await signInAdminAgain()
  })
})

describe('nobody reaches beyond himself', () => {
  it('gives no role with rights he lacks', async () => {
    const role = await createRole(harness, people.admin, ['order:list', 'order:assign'])
    const { message } = await harness.refused(people.west.token, calls.add, newPerson({ roleIds: [role.id] }))
    expect(message).toMatch(/^角色“自定义\d+”含有您没有的权限，不能授予$/)
    const own = await createRole(harness, people.admin, ['order:list'])
    const user = await add({ roleIds: [own.id] }, people.west.token)
    expect(user.roles.map((each) => each.id)).toEqual([own.id])
    expect(await refusedEdit(user, { roleIds: [own.id, role.id] }, people.west.token)).toMatch(/不能授予$/)
    expect(await refusedEdit((await find('west.chief'))!, { roleIds: [role.id] }, people.west.token)).toMatch(
      /不能授予$/,
    )
  })

  it('makes no administrators, however little their role holds', async () => {
    const adminRole = (await find(administratorOf(harness.tenant).username))!.roles[0]!.id
    expect(
      (await harness.refused(people.west.token, calls.add, newPerson({ roleIds: [adminRole] }))).message,
    ).toMatch(/不能授予$/)
  })

  it('gives no whole data scope without having it', async () => {
    const message = '您没有全部数据权限，不能授予他人'
    expect(
      (await harness.refused(people.west.token, calls.add, newPerson({ hasAllData: '1' }))).message,
    ).toBe(message)
    const own = (await find('west.chief'))!
    expect(await refusedEdit(own, { hasAllData: '1' }, people.west.token)).toBe(message)
  })

  it('reaches no department outside his subtree', async () => {
    const inside = await add({}, people.west.token)
    for (const depId of [department('A01'), department('A01A01'), '999999999']) {
      expect((await harness.refused(people.west.token, calls.add, newPerson({ depId }))).message).toBe(
        '数据不存在或无权查看',
      )
      expect(await refusedEdit(inside, { depId }, people.west.token)).toBe('数据不存在或无权查看')
    }
  })

  it('reaches nobody outside his subtree', async () => {
    const user = await add({ depId: department('A01A01') })
    const unseen = '数据不存在或无权查看'
    expect(await refusedEdit(user, {}, people.west.token)).toBe(unseen)
    for (const refusal of [
      harness.refused(people.west.token, calls.frozenBatch, { ids: user.id, status: '2' }),
      harness.refused(people.west.token, calls.changePassword, {
        username: user.username,
        password: FIRST_PASSWORD,
      }),
      harness.refused(people.west.token, calls.roles, { userid: user.id }),
      harness.refused(people.west.token, calls.relPsas, { userId: user.id }),
    ]) {
      expect((await refusal).message).toBe(unseen)
    }
    expect(await find(user.username, people.west.token)).toBeUndefined()
  })

  it('acts on nobody who holds more, though in his subtree', async () => {
    const role = await createRole(harness, people.admin, ['order:assign'])
    for (const more of [{ roleIds: [role.id] }, { hasAllData: '1' }]) {
      const user = await add(more)
      const message = `“${user.realname}”的权限或数据范围高于您，不能操作`
      expect(await refusedEdit(user, { roleIds: [], hasAllData: '0' }, people.west.token)).toBe(message)
      const freeze = { ids: user.id, status: '2' }
      expect((await harness.refused(people.west.token, calls.frozenBatch, freeze)).message).toBe(message)
      const reset = { username: user.username, password: FIRST_PASSWORD }
      expect((await harness.refused(people.west.token, calls.changePassword, reset)).message).toMatch(
        /超出您的/,
      )
      expect((await find(user.username, people.west.token))!.manageable).toBe(false)
    }
  })

  it('relates only projects whose stations he sees all of', async () => {
    const east = psaUnder('A01A01')
    const own = psaUnder('A01A02')
    const message = '数据不存在或无权查看'
    expect(
      (await harness.refused(people.west.token, calls.add, newPerson({ relPsaIds: [east] }))).message,
    ).toBe(message)
    expect(await refusedEdit((await find('west.chief'))!, { relPsaIds: [east] }, people.west.token)).toBe(
      message,
    )
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into psa (tenant_id, department_id, name) values ($1, $2, '跨区项目') returning id`,
      [harness.tenant.tenantId, department('A01A02')],
    )
    const mixed = rows[0]!.id
    const user = await add({ relPsaIds: [mixed, own] }, people.west.token)
    expect(user.relPsas.map((psa) => psa.id).toSorted()).toEqual([mixed, own].toSorted())
    await harness.owner.query(
      `insert into station (tenant_id, psa_id, department_id, dep_code, name) values ($1, $2, $3, '', '跨区站')`,
      [harness.tenant.tenantId, mixed, department('A01A01')],
    )
    expect(
      (await harness.refused(people.west.token, calls.add, newPerson({ relPsaIds: [mixed] }))).message,
    ).toBe(message)
  })

  it('leaves a lent worker’s outside projects as they are, and his way to sign in too', async () => {
    const east = psaUnder('A01A01')
    const own = psaUnder('A01A02')
    const lent = await add({ relPsaIds: [east] })
    const seen = (await find(lent.username, people.west.token))!
    expect(seen).toMatchObject({ relPsas: [], manageable: true })
    const after = await edit(seen, { realname: '借调', relPsaIds: [own] }, people.west.token)
    expect(after.relPsas.map((psa) => psa.id)).toEqual([own])
    const whole = (await find(lent.username))!
    expect(whole.relPsas.map((psa) => psa.id).toSorted()).toEqual([east, own].toSorted())
    expect(await refusedEdit(after, { phone: '13900000006' }, people.west.token)).toMatch(/超出您的/)
    const reset = { username: lent.username, password: FIRST_PASSWORD }
    expect((await harness.refused(people.west.token, calls.changePassword, reset)).message).toMatch(
      /超出您的/,
    )
  })
})

it('a user name of another company is answered like an unknown one', async () => {
  const { username } = await add()
  for (const name of [username, 'nobody.at.all']) {
    const reset = { username: name, password: FIRST_PASSWORD }
    expect((await harness.refused(people.foreigner, calls.changePassword, reset)).message).toBe(
      '数据不存在或无权查看',
    )
  }
})
