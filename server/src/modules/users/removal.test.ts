import { roleCalls } from '@heliodesk/contract/roles.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { signInByPassword } from '../../../test/harness.ts'
import { administratorOf, FIRST_PASSWORD, hire, openSession } from '../../../test/hire.ts'
import { usePeople } from './people.fixture.ts'

const { harness, people, add, find, department, newPerson } = usePeople()
const remove = (id: string, token = people.admin) => harness.call(token, calls.remove, { id })
const refused = async (id: string, token = people.admin) =>
  (await harness.refused(token, calls.remove, { id })).message

describe('removing', () => {
  it('frees the login of who never signed in', async () => {
    const user = await add({ phone: '13600001111', jobNo: 'G-1' })
    await remove(user.id)
    expect(await find(user.username)).toBeUndefined()
    expect(await refused(user.id)).toBe('数据不存在或无权查看')
    await expect(signInByPassword(harness, user.username, FIRST_PASSWORD)).rejects.toThrow('用户名或密码错误')
    const again = newPerson({ username: user.username, phone: '13600001111', jobNo: 'G-1' })
    expect((await harness.call(people.admin, calls.add, again)).id).not.toBe(user.id)
  })

  it('keeps the name and login of who signed in, and ends everything', async () => {
    const hired = await hire(harness, { username: 'gone.once', codes: ['order:list'] })
    await signInByPassword(harness, 'gone.once', FIRST_PASSWORD)
    const token = await openSession(harness, hired.id)
    await remove(hired.id)
    expect((await harness.refused(token, sessionCalls.me, {})).status).toBe(401)
    await expect(signInByPassword(harness, 'gone.once', FIRST_PASSWORD)).rejects.toThrow('该账号已停用')
    const taken = newPerson({ username: 'gone.once' })
    expect((await harness.refused(people.admin, calls.add, taken)).message).toBe('用户账号已存在')
    const unfreeze = { ids: hired.id, status: '1' } as const
    expect((await harness.refused(people.admin, calls.frozenBatch, unfreeze)).message).toBe(
      '数据不存在或无权查看',
    )
    const history = await harness.call(people.admin, roleCalls.history, { roleId: hired.roleId } as never)
    expect(JSON.stringify(history)).toContain('gone.once')
    const { rows } = await harness.owner.query(`select realname from app_user where id = $1`, [hired.id])
    expect(rows).toEqual([{ realname: 'gone.once' }])
  })

  it('is refused with open work, for oneself, and by who may not', async () => {
    const hired = await hire(harness, { username: 'gone.busy', codes: ['order:list', 'order:execute'] })
    const order = await harness.call(people.admin, workOrderCalls.insert, {
      psId: harness.tenant.stations[0]!.id,
      taskType: 12,
      taskDescription: '未完成',
    })
    await harness.call(people.admin, workOrderCalls.assign, {
      id: order.id,
      version: order.version,
      liableUserId: hired.id,
      planStartTime: '2030-01-01 08:00:00',
      planEndTime: '2030-01-02 08:00:00',
    })
    expect(await refused(hired.id)).toBe('还有未交接的工作：gone.busy（工单 1）。请先办理离职交接')
    expect(await refused(administratorOf(harness.tenant).id)).toBe('不能删除自己的账号')
    expect(await refused(hired.id, people.foreigner)).toBe('数据不存在或无权查看')
    expect(await refused(hired.id, people.west.token)).toBe('数据不存在或无权查看')
    expect(await refused((await add({ allData: '1' })).id, people.west.token)).toContain('高于您')
  })

  it('of several removes all or none', async () => {
    const [one, two] = [await add(), await add()]
    await harness.refused(people.admin, calls.removeBatch, { ids: `${one.id},999999999` })
    expect(await find(one.username)).toBeDefined()
    await harness.call(people.admin, calls.removeBatch, { ids: `${one.id},${two.id}` })
    expect([await find(one.username), await find(two.username)]).toEqual([undefined, undefined])
  })
})

describe('the calls of the Jeecg family', () => {
  it('tell the department of a person, and the people of a department', async () => {
    const user = await add({ realname: '部门里的人' })
    const id = department('A01A02')
    expect(await harness.call(people.admin, calls.departments, { personId: user.id })).toEqual([
      { key: id, value: id, title: '西部区域', code: 'A01A02' },
    ])
    const found = await harness.call(people.west.token, calls.ofDepartment, {
      id,
      realname: '部门里',
    })
    expect(found.map((each) => each.id)).toEqual([user.id])
    const east = { id: department('A01A01') }
    expect(await harness.call(people.west.token, calls.ofDepartment, east)).toEqual([])
    expect(await harness.call(people.foreigner, calls.ofDepartment, { id })).toEqual([])
  })
})
