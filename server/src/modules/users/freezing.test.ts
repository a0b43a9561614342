import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { signInByPassword } from '../../../test/harness.ts'
import { administratorOf, FIRST_PASSWORD, openSession } from '../../../test/hire.ts'
import { usePeople } from './people.fixture.ts'

const { harness, people, add, find } = usePeople()

describe('freezing and resetting', () => {
  it('ends the sessions at once and for good', async () => {
    const user = await add()
    const token = await openSession(harness, user.id)
    await harness.call(token, sessionCalls.me, {})
    await harness.call(people.admin, calls.frozenBatch, { ids: user.id, status: '2' })
    expect((await harness.refused(token, sessionCalls.me, {})).status).toBe(401)
    await expect(signInByPassword(harness, user.username, FIRST_PASSWORD)).rejects.toThrow('该账号已停用')
    await harness.call(people.admin, calls.frozenBatch, { ids: user.id, status: '1' })
    expect((await harness.refused(token, sessionCalls.me, {})).status).toBe(401)
    await signInByPassword(harness, user.username, FIRST_PASSWORD)
  })

  it('freezes several together or none', async () => {
    const [one, two] = [await add(), await add()]
    await harness.refused(people.admin, calls.frozenBatch, { ids: `${one.id},999999999`, status: '2' })
    expect((await find(one.username))!.status).toBe('1')
    await harness.call(people.admin, calls.frozenBatch, { ids: `${one.id},${two.id},`, status: '2' })
    expect([(await find(one.username))!.status, (await find(two.username))!.status]).toEqual(['2', '2'])
  })

  it('resets a password, ends the sessions and asks for another password', async () => {
    const user = await add()
    const token = await openSession(harness, user.id)
    await harness.call(people.admin, calls.changePassword, {
      username: user.username,
      password: 'Reset#2026',
    })
    expect((await harness.refused(token, sessionCalls.me, {})).status).toBe(401)
    await expect(signInByPassword(harness, user.username, FIRST_PASSWORD)).rejects.toThrow('用户名或密码错误')
    const signedIn = await signInByPassword(harness, user.username, 'Reset#2026')
    expect(signedIn.firstTimeLogin).toBe('1')
  })

  it('leaves the own account alone', async () => {
    const own = administratorOf(harness.tenant)
    expect(
      (await harness.refused(people.admin, calls.frozenBatch, { ids: own.id, status: '2' })).message,
    ).toBe('不能冻结自己的账号')
    const reset = { username: own.username, password: 'Reset#2026' }
    expect((await harness.refused(people.admin, calls.changePassword, reset)).message).toBe(
      '请通过“修改密码”修改自己的密码',
    )
  })

  it('refuses a weak password', async () => {
    const { username } = await add()
    expect(
      await harness.refused(people.admin, calls.changePassword, { username, password: '123456' }),
    ).toMatchObject({
      status: 400,
      message: '参数有误：新密码（password）：密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！',
    })
  })
})
