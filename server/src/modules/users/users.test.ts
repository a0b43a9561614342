import { newPassword } from '@heliodesk/contract/password-rules.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls as calls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { signInByPassword } from '../../../test/harness.ts'
import {
  passFirstChange,
  administratorOf,
  createRole,
  FIRST_PASSWORD,
  formOf,
  hire,
} from '../../../test/hire.ts'
import { usePeople } from './people.fixture.ts'

const { harness, people, add, department, edit, find, newPerson, psaUnder, refusedEdit } = usePeople()

describe('adding', () => {
  it('adds a person who signs in with the first password and must change it', async () => {
    const role = await createRole(harness, people.admin, ['order:list'])
    const user = await add({
      username: 'li.na',
      phone: '13900000001',
      workNo: 'W-1',
      roleIds: [role.id],
      relPsaIds: [psaUnder('A01A01')],
      userType: '9',
      companyId: '22',
      depId: department('A01A02A01'),
    })
    expect(user).toMatchObject({
      username: 'li.na',
      phone: '13900000001',
      workNo: 'W-1',
      orgCode: 'A01A02A01',
      hasAllData: '0',
      status: '1',
      mustChangePassword: true,
      manageable: true,
      userType: '9',
      companyId: '22',
      version: 1,
    })
    expect(user.roles.map((each) => each.id)).toEqual([role.id])
    expect(user.relPsas.map((each) => each.id)).toEqual([psaUnder('A01A01')])
    const signedIn = await signInByPassword(harness, 'li.na', FIRST_PASSWORD)
    expect(signedIn.firstTimeLogin).toBe('1')
    await passFirstChange(harness, user.id)
    const { list } = await harness.call(signedIn.token, stationCalls.options, { size: 100 })
    const related = harness.tenant.stations.filter(({ psaId }) => psaId === psaUnder('A01A01'))
    expect(list.map(({ psId }) => psId)).toEqual(expect.arrayContaining(related.map(({ id }) => id)))
    expect(await harness.call(people.admin, calls.roles, { userid: user.id })).toEqual([role.id])
    expect(await harness.call(people.admin, calls.relPsas, { userId: user.id })).toMatchObject({
      t1: false,
      t2: [{ id: psaUnder('A01A01'), status: '1' }],
    })
  })

  it('keeps names and phones unique in all tenants, saying of the own company which was taken', async () => {
    await add({ username: 'taken', phone: '13900000002' })
    const other = { depId: harness.otherTenant.departments['A01'] }
    for (const [token, input, message] of [
      [people.admin, { username: 'taken' }, '用户账号已存在'],
      [people.admin, { phone: '13900000002' }, '手机号已存在'],
      [people.foreigner, { username: 'taken', ...other }, '该用户账号不能使用，请更换'],
      [people.foreigner, { phone: '13900000002', ...other }, '该手机号不能使用，请更换'],
      [people.admin, { username: 'taken', phone: '13900000002' }, '用户账号已存在'],
    ] as const) {
      expect((await harness.refused(token, calls.add, newPerson(input))).message).toBe(message)
    }
  })

  it('lets nobody go through other companies’ logins, also not with many at once', async () => {
    const person = await add({ phone: '13900000055' })
    const other = { depId: harness.otherTenant.departments['A01'] }
    const theirs = await harness.call(people.foreigner, calls.add, newPerson(other))
    const forgetTries = () => harness.owner.query(`delete from attempt where key like 'login elsewhere %'`)
    await forgetTries()
    const probe = () =>
      harness.refused(people.foreigner, calls.add, newPerson({ phone: '13900000055', ...other }))
    const told = await Promise.all(Array.from({ length: 30 }, probe))
    expect(told.filter(({ message }) => message === '该手机号不能使用，请更换')).toHaveLength(20)
    const locked = '多次使用了不能使用的账号或手机号，请稍后再试'
    expect((await probe()).message).toBe(locked)
    // During the lock a free login gets the same answer, in the edit form too.
    const free = newPerson({ phone: '13900000056', ...other })
    expect((await harness.refused(people.foreigner, calls.add, free)).message).toBe(locked)
    expect(await refusedEdit(theirs, { phone: '13900000056' }, people.foreigner)).toBe(locked)
    expect((await add({ phone: null })).id).not.toBe(person.id)
    await forgetTries()
    expect(await harness.call(people.foreigner, calls.add, free)).toMatchObject({ phone: '13900000056' })
  })

  it('gives a work number to one person of a company, however many ask for it at once', async () => {
    const ask = (username: string, workNo: string, token = people.admin, depId = department('A01')) =>
      harness.request('POST', calls.add.path, {
        token,
        body: { username, realname: '同号', password: FIRST_PASSWORD, depId, workNo },
      })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => ask(`same.number${at}`, 'GH-100')))
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.success !== true)
    expect(new Set(refused.map(({ body }) => body.message))).toEqual(new Set(['工号已存在']))
    const other = harness.otherTenant.departments['A01']
    expect((await ask('same.abroad', 'GH-100', people.foreigner, other)).body).toMatchObject({
      success: true,
    })
    expect((await ask('other.number', 'GH-101')).body).toMatchObject({ success: true })
    const person = (await find('other.number'))!
    const { body } = await harness.request('PUT', calls.edit.path, {
      token: people.admin,
      body: {
        id: person.id,
        version: person.version,
        realname: '同号',
        depId: person.depId,
        workNo: 'GH-100',
      },
    })
    expect(body).toMatchObject({ success: false, message: '工号已存在' })
    // Duplicates from before the rule stay, and do not block other changes of the person.
    await harness.owner.query(
      `alter table app_user disable trigger app_user_work_number_changed;
       update app_user set work_no = 'GH-100' where username = 'other.number';
       alter table app_user enable trigger app_user_work_number_changed`,
    )
    expect(await edit(person, { realname: '仍同号', jobNo: 'GH-100' })).toMatchObject({ workNo: 'GH-100' })
  })

  it('lets exactly one of several simultaneous additions of one name win', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        harness.request('POST', calls.add.path, {
          token: people.admin,
          body: newPerson({ username: 'contested', phone: null }),
        }),
      ),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    const failed = answers.filter((answer) => answer.body.success === false)
    expect(new Set(failed.map((answer) => answer.body.message))).toEqual(new Set(['用户账号已存在']))
    expect(failed.every((answer) => answer.status === 200)).toBe(true)
  })

  it('adds one person when the request is repeated', async () => {
    const body = newPerson({ username: 'repeated' })
    const send = () =>
      harness.request('POST', calls.add.path, {
        token: people.admin,
        body,
        headers: { 'idempotency-key': 'add-repeated-1' },
      })
    const first = await send()
    expect(await send()).toMatchObject({ status: 200, body: { success: true, result: first.body.result } })
  })

  it('refuses a disabled department', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into department (tenant_id, parent_id, org_code, name, status)
       values ($1, $2, 'A01Z01', '撤销部', '2') returning id`,
      [harness.tenant.tenantId, department('A01')],
    )
    expect((await harness.refused(people.admin, calls.add, newPerson({ depId: rows[0]!.id }))).message).toBe(
      '部门“撤销部”已停用',
    )
  })

  it.each([
    [
      'username',
      '账号',
      { username: 'Zhang' },
      '账号以小写字母开头，3~32位，只含小写字母、数字和 . _ - 三种符号',
    ],
    [
      'username',
      '账号',
      { username: 'ab' },
      '账号以小写字母开头，3~32位，只含小写字母、数字和 . _ - 三种符号',
    ],
    ['username', '账号', { username: undefined }, '此项为必填项'],
    ['realname', '姓名', { realname: '' }, '此项为必填项'],
    ['phone', '手机号', { phone: '12345678901' }, '请输入正确的手机号'],
    ['phone', '手机号', { phone: '1390000000' }, '请输入正确的手机号'],
    ['depId', '部门', { depId: 'A01' }, '不是有效的编号'],
    ['depId', '部门', { depId: '' }, '此项为必填项'],
    ['userType', '用户类型', { userType: 'x' }, '应为 1~2 位数字'],
    [
      'password',
      '初始密码',
      { password: 'abcdefg1' },
      '密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！',
    ],
  ])('names the field at fault: %s', async (field, title, wrong, message) => {
    expect(await harness.refused(people.admin, calls.add, newPerson(wrong))).toMatchObject({
      status: 400,
      message: `参数有误：${title}（${field}）：${message}`,
    })
  })

  it.each([
    ['First#2026', true],
    ['a1!aaaaa', true],
    ['A1~aaaaaaaaaaa', true],
    ['a1_aaaaa', true],
    ['a1!aaaa', false],
    ['a1!aaaaaaaaaaaa', false],
    ['12345678!', false],
    ['abcdefgh!', false],
    ['abcdefg12', false],
    ['abc 123!!', false],
    ['abc123！！', false],
    ['密码abc123!!', false],
    ['abc123!\n', false],
  ])('takes %j as a password: %s', (password, fits) => {
    expect(newPassword.safeParse(password).success).toBe(fits)
  })
})

describe('the list', () => {
  it('filters by words, department, status and role', async () => {
    await add({ username: 'wang.wu', realname: '王五', phone: '13900000003', depId: department('A01A02A01') })
    for (const keyword of ['WANG.W', '王五', '0000003']) {
      const { records, total } = await harness.call(people.admin, calls.list, { keyword })
      expect([records.map((user) => user.username), total]).toEqual([['wang.wu'], 1])
    }
    const western = await harness.call(people.admin, calls.list, { depCode: 'A01A02', pageSize: 500 })
    expect(western.records.every((user) => user.orgCode.startsWith('A01A02'))).toBe(true)
    expect(western.records.map((user) => user.username)).toContain('wang.wu')
    const admins = await harness.call(people.admin, calls.list, { roleCode: 'admin' })
    expect(admins.records.map((user) => user.id)).toEqual([administratorOf(harness.tenant).id])
    const frozen = await add()
    await harness.call(people.admin, calls.frozenBatch, { ids: frozen.id, status: '2' })
    const { records } = await harness.call(people.admin, calls.list, { status: '2' })
    expect(records.map((user) => user.id)).toEqual([frozen.id])
    const page = await harness.call(people.admin, calls.list, { pageNo: 2, pageSize: 5 })
    expect(page).toMatchObject({ current: 2, size: 5, pages: Math.ceil(page.total / 5) })
  })

  it('shows a department’s manager the people of his subtree', async () => {
    const { records } = await harness.call(people.west.token, calls.list, { pageSize: 500 })
    expect(records.every((user) => user.orgCode.startsWith('A01A02'))).toBe(true)
    expect(records.find((user) => user.id === people.west.id)).toMatchObject({ manageable: true })
  })

  it('never carries a hash', async () => {
    const answer = await harness.request('GET', `${calls.list.path}?pageSize=500`, { token: people.admin })
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|"password|hash/i)
  })
})

describe('the form of the Jeecg family', () => {
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    harness.request(method, path, { token: people.admin, body })

  it('adds a person by selecteddeparts and selectedroles', async () => {
    const [one, other] = [
      await createRole(harness, people.admin, []),
      await createRole(harness, people.admin, []),
    ]
    const person = { username: 'stock.added', realname: '张三', password: FIRST_PASSWORD }
    const form = { ...person, confirmpassword: FIRST_PASSWORD, activitiSync: '1', userIdentity: 1 }
    const selecteddeparts = department('A01A02A01')
    const selectedroles = `${one.id},${other.id}`
    const { body } = await send('POST', calls.add.path, { ...form, selecteddeparts, selectedroles })
    expect(body).toMatchObject({ success: true, result: { orgCode: 'A01A02A01' } })
    expect((await find('stock.added'))!.roles.map(({ id }) => id).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    )
    for (const [wrong, says] of [
      [{}, '部门（depId）：此项为必填项'],
      [{ selecteddeparts: '' }, '部门（depId）：此项为必填项'],
      [{ selecteddeparts: `${selecteddeparts},${department('A01')}` }, '一名用户只能属于一个部门'],
    ] as const) {
      const refused = await send('POST', calls.add.path, { ...form, username: 'stock.refused', ...wrong })
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(says)])
    }
  })

  it('edits one from the record of the list, and takes nothing away that it does not name', async () => {
    const role = await createRole(harness, people.admin, [])
    const added = await add({ username: 'stock.edited', roleIds: [role.id], relPsaIds: [psaUnder('A01A01')] })
    const { body } = await send('PUT', calls.edit.path, { ...added, realname: '李四' })
    expect(body).toMatchObject({
      success: true,
      result: { realname: '李四', depId: added.depId, roles: added.roles, relPsas: added.relPsas },
    })
    const record = (await find('stock.edited'))!
    const moved = await send('PUT', calls.edit.path, {
      ...record,
      selecteddeparts: department('A01A01'),
      selectedroles: '',
    })
    expect(moved.body).toMatchObject({ success: true, result: { orgCode: 'A01A01', roles: [] } })
  })
})

describe('editing', () => {
  it('changes everything but name, password and status', async () => {
    const before = await add({ relPsaIds: [psaUnder('A01A01')] })
    const role = await createRole(harness, people.admin, [])
    const after = await edit(before, {
      username: 'renamed',
      password: 'Other#2026',
      status: '2',
      realname: '改名',
      phone: '13900000004',
      depId: department('A01A01'),
      hasAllData: '1',
      roleIds: [role.id],
      relPsaIds: [psaUnder('A01A02')],
    })
    expect(after).toMatchObject({
      username: before.username,
      status: '1',
      realname: '改名',
      phone: '13900000004',
      orgCode: 'A01A01',
      hasAllData: '1',
      version: 2,
    })
    expect(after.relPsas.map((psa) => psa.id)).toEqual([psaUnder('A01A02')])
    await signInByPassword(harness, before.username, FIRST_PASSWORD)
  })

  it('lets one of two simultaneous edits win', async () => {
    const before = await add()
    const answers = await Promise.all(
      ['甲', '乙'].map((realname) =>
        harness.request('PUT', calls.edit.path, {
          token: people.admin,
          body: { ...formOf(before), realname },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
  })

  it('keeps phones unique', async () => {
    await add({ phone: '13900000005' })
    expect(await refusedEdit(await add(), { phone: '13900000005' })).toBe('手机号已存在')
  })

  it('counts on the very next call', async () => {
    const person = await hire(harness, { username: 'moved', codes: ['user:manage'], depCode: 'A01A02' })
    expect((await harness.call(person.token, calls.list, {})).total).toBeGreaterThan(0)
    await edit((await find('moved'))!, { roleIds: [] })
    expect((await harness.refused(person.token, calls.list, {})).status).toBe(403)
  })
})

describe('asking whether a login is free', () => {
  it('looks through the own company and leaves the person himself out', async () => {
    const user = await add({ phone: '13900000007' })
    const check = (input: object) => harness.refused(people.admin, calls.checkOnly, input)
    expect((await check({ username: user.username })).message).toBe('用户账号已存在')
    expect((await check({ phone: '13900000007' })).message).toBe('手机号已存在')
    expect(
      await harness.call(people.foreigner, calls.checkOnly, { username: user.username, id: user.id }),
    ).toBeNull()
    expect(await harness.call(people.foreigner, calls.checkOnly, { phone: '13900000007' })).toBeNull()
    const own = { id: user.id, username: user.username, phone: '13900000007' }
    expect(await harness.call(people.admin, calls.checkOnly, own)).toBeNull()
    expect(await harness.call(people.admin, calls.checkOnly, { username: 'free.name' })).toBeNull()
  })
})
