import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInByPassword, useHarness } from '../../../test/harness.ts'
import { hashOf } from '../../kernel/token.ts'
import { encryptPoint } from '../captcha/index.ts'

const harness = useHarness()
let username: string
let password: string

beforeAll(() => {
  username = Object.values(harness.tenant.users).find((each) => each.roleCode === 'r10020')!.username
  password = harness.tenant.password
})

async function solved(shift = 0) {
  const picture = await harness.call(null, captchaCalls.get, { captchaType: 'blockPuzzle' })
  const { rows } = await harness.owner.query<{ answer: { x: number } }>(
    'select answer from captcha where token = $1',
    [picture.token],
  )
  const point = JSON.stringify({ x: rows[0]!.answer.x + shift, y: 5 })
  return {
    captchaType: 'blockPuzzle' as const,
    token: picture.token,
    pointJson: encryptPoint(point, picture.secretKey!),
    plain: point,
    secretKey: picture.secretKey!,
  }
}

describe('signing in', () => {
  it('with user name, password and the captcha’s answer gives a token and the user, and no secret', async () => {
    const result = await signInByPassword(harness, username, password)
    expect(result.userInfo).toMatchObject({ username, tenantName: '甲公司', hasAllData: '0' })
    expect(result.firstTimeLogin).toBe('0')
    expect(JSON.stringify(result)).not.toMatch(/argon2|password/i)
    const me = await harness.call(result.token, calls.me, {})
    expect(me).toEqual(result.userInfo)
  })

  it('answers the user field by field', async () => {
    await harness.owner.query(
      `update app_user set phone = '13800005678', work_no = 'W-7', need_handover = true where username = 'a_guest'`,
    )
    const { userInfo } = await signInByPassword(harness, 'a_guest', password)
    expect(userInfo).toEqual({
      id: harness.tenant.users['a_guest']!.id,
      username: 'a_guest',
      realname: '甲公司guest',
      avatar: null,
      phone: '13800005678',
      post: '',
      userType: '9',
      companyId: '22',
      roles: [{ roleCode: 'r10055', roleName: '合作方访客' }],
      depId: harness.tenant.departments['A01A02'],
      departName: '西部区域',
      orgCode: 'A01A02',
      workNo: 'W-7',
      needHandover: '1',
      hasAllData: '0',
      dataRoles: [],
      hiddenColumns: [],
      tenantId: String(harness.tenant.tenantId),
      tenantName: '甲公司',
      timeZone: 'Asia/Shanghai',
      stationCount: 3,
      firstTimeLogin: '0',
      defaults: {
        topDepart: { id: harness.tenant.departments['A01A02'], orgCode: 'A01A02', departName: '西部区域' },
        depart: null,
        station: null,
      },
    })
    expect((await signInByPassword(harness, 'a_admin', password)).userInfo).toMatchObject({
      userType: '1',
      companyId: null,
      hasAllData: '1',
    })
  })

  it('answers departments, data roles, dictionaries and the first-login flag beside token and user', async () => {
    const { userInfo, token, sysAllDictItems, ...rest } = await signInByPassword(harness, 'a_guest', password)
    const depart = { id: userInfo.depId, orgCode: 'A01A02', departName: '西部区域' }
    expect(token).toMatch(/^[0-9a-z]+\.[\w-]{43}$/)
    expect(rest).toEqual({
      departs: [depart],
      multi_depart: 1,
      lca: depart,
      lca4Dept: depart,
      dataRoles: [],
      firstTimeLogin: '0',
      root: { orgCode: 'A01A02' },
    })
    expect(sysAllDictItems.taskCategory!.map(({ label }) => label)).toContain('预防性')
  })

  it('takes what clients of the specification send along, and says 200', async () => {
    const { plain: _plain, secretKey: _key, ...captchaVO } = await solved()
    const { body } = await harness.request('POST', '/sys/login', {
      body: {
        username,
        password,
        captchaVO,
        captchaType: 1,
        mobile: '',
        smsMode: 0,
        checkKey: 1_763_000_000_000,
      },
    })
    expect(body).toMatchObject({ success: true, code: '200', result: { userInfo: { username } } })
  })

  it('POST /sys/login says success by code ’200’, which is a text', async () => {
    const { plain: _plain, secretKey: _key, ...captchaVO } = await solved()
    const { body } = await harness.request('POST', '/sys/login', { body: { username, password, captchaVO } })
    expect(body.code).toBe('200')
  })

  it.each([
    ['a wrong password', { password: 'Wrong@12345' }, 0, '用户名或密码错误'],
    ['an unknown account', { username: 'nobody.at.all' }, 0, '用户名或密码错误'],
    ['a wrong captcha', {}, 6, '验证失败'],
  ])('with %s is refused', async (_what, wrong, shift, says) => {
    const { plain: _plain, secretKey: _key, ...captchaVO } = await solved(shift)
    const answer = await harness.request('POST', '/sys/login', {
      body: { username, password, ...wrong, captchaVO },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: false, message: says, result: null })
    if (shift > 0) expect(answer.body).toMatchObject({ repCode: '6111', repMsg: '验证失败' })
  })

  it('takes a picture’s answer once, also when the first use had the wrong password', async () => {
    const { plain: _plain, secretKey: _key, ...captchaVO } = await solved()
    await harness.refused(null, calls.login, { username, password: 'Wrong@12345', captchaVO })
    expect(await harness.refused(null, calls.login, { username, password, captchaVO })).toMatchObject({
      code: '6110',
    })
  })

  it('50 tries at once with one right answer: one signs in', async () => {
    const { plain: _plain, secretKey: _key, ...captchaVO } = await solved()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        harness.request('POST', '/sys/login', { body: { username, password, captchaVO } }),
      ),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.repCode === '6110')).toHaveLength(49)
  })

  it('accepts the verification of a client that went through /captcha/check, once', async () => {
    const { plain, secretKey, ...vo } = await solved()
    expect(await harness.call(null, captchaCalls.check, vo)).toEqual({ ...vo, result: true })
    const captchaVerification = encryptPoint(`${vo.token}---${plain}`, secretKey)
    const result = await harness.call(null, calls.login, { username, password, captchaVerification })
    expect(result.token).toMatch(/^[0-9a-z]+\./)
    expect((await harness.refused(null, calls.login, { username, password, captchaVerification })).code).toBe(
      '6110',
    )
    expect((await harness.refused(null, captchaCalls.check, vo)).code).toBe('6110')
  })

  it('without a captcha is refused by its code', async () => {
    expect(await harness.refused(null, calls.login, { username, password })).toMatchObject({ code: '0011' })
  })

  it('refuses a picture older than two minutes', async () => {
    const { plain: _plain, secretKey: _key, ...captchaVO } = await solved()
    harness.clock.advance(121_000)
    expect((await harness.refused(null, calls.login, { username, password, captchaVO })).code).toBe('6110')
  })

  it('never tells the answer', async () => {
    const answer = await harness.request('POST', '/captcha/get', { body: { captchaType: 'blockPuzzle' } })
    expect(Object.keys(answer.body.repData as object).toSorted()).toEqual([
      'jigsawImageBase64',
      'originalImageBase64',
      'result',
      'secretKey',
      'token',
      'wordList',
    ])
  })
})

describe('a session', () => {
  it('lives seven days', async () => {
    const { token } = await signInByPassword(harness, username, password)
    harness.clock.advance(604_800_000 - 60_000)
    await harness.call(token, calls.me, {})
    harness.clock.advance(61_000)
    expect(await harness.refused(token, calls.me, {})).toMatchObject({
      status: 401,
      message: 'Token失效，请重新登录!',
    })
  })

  it('is signed out again and again without a fault, with any token and with none', async () => {
    const token = await harness.signIn('a_worker')
    const expired = await harness.signIn('a_worker')
    await harness.owner.query(
      `update user_session set expires_at = now() - interval '1 day' where token_hash = $1`,
      [hashOf(expired)],
    )
    const stranger = `${harness.otherTenant.tenantId.toString(36)}.${token.split('.')[1]!}`
    for (const dead of [token, token, expired, stranger, 'forged', `1.${'x'.repeat(43)}`, null]) {
      const { status, body } = await harness.request('POST', '/sys/logout', { token: dead, body: {} })
      expect([dead, status, body.success]).toEqual([dead, 200, true])
    }
    expect((await harness.request('GET', calls.me.path, { token })).status).toBe(401)
  })

  it('ends with logout, at once', async () => {
    const { token } = await signInByPassword(harness, username, password)
    await harness.call(token, calls.logout, {})
    expect((await harness.refused(token, calls.me, {})).status).toBe(401)
  })

  it('of a frozen user ends on the very next call', async () => {
    const user = Object.values(harness.tenant.users).find((each) => each.roleCode === 'r10040')!
    const token = await harness.signIn(user.username)
    await harness.call(token, calls.me, {})
    await harness.owner.query('update app_user set status = $1 where id = $2', ['2', user.id])
    expect((await harness.refused(token, calls.me, {})).status).toBe(401)
  })

  it('loses a right on the very next call, and the refusal names it', async () => {
    const user = Object.values(harness.tenant.users).find((each) => each.roleCode === 'r10055')!
    const token = await harness.signIn(user.username)
    await harness.call(token, workOrderCalls.page, {})
    await harness.owner.query(
      `delete from role_permission where role_id in (select role_id from user_role where user_id = $1)
         and permission_id in (select id from permission where code = 'order:list')`,
      [user.id],
    )
    expect(await harness.refused(token, workOrderCalls.page, {})).toMatchObject({
      status: 403,
      message: '拒绝访问：需要“查看工单”权限（order:list）',
    })
  })

  it.each([
    ['nothing', null],
    ['rubbish', 'not-a-token'],
    ['a forged tenant', `1.${'A'.repeat(43)}`],
    ['SQL', "1'; select 1; --"],
    ['a huge tenant', `zzzzzz.${'A'.repeat(43)}`],
  ])('is not opened by %s', async (_what, token) => {
    expect(await harness.refused(token, calls.me, {})).toMatchObject({ status: 401 })
  })

  it('of one tenant’s token with another tenant in front finds nobody', async () => {
    const token = await harness.signIn(username)
    const moved = `${harness.otherTenant.tenantId.toString(36)}.${token.split('.')[1]}`
    expect((await harness.refused(moved, calls.me, {})).status).toBe(401)
  })

  it('answers each entry of the menu with what routes are made of', async () => {
    const { menu, auth, allAuth } = await harness.call(await harness.signIn(username), calls.permissions, {})
    const [top] = menu
    expect(top).toMatchObject({
      path: '/production',
      component: 'layouts/Basic',
      hidden: false,
      alwaysShow: false,
    })
    const { id, ...entry } = top!.children!.find(({ path }) => path === '/taskCenter')!
    expect(id).toMatch(/^[1-9]\d*$/)
    expect(entry).toEqual({
      path: '/taskCenter',
      name: 'taskCenter',
      component: 'work-orders/WorkOrderListPage',
      redirect: null,
      hidden: false,
      alwaysShow: false,
      route: '1',
      meta: {
        title: '任务中心',
        icon: 'clipboard-list',
        url: null,
        target: null,
        permissionList: auth
          .map(({ action }) => action)
          .filter((action) => /^(?:order|savedView):/.test(action)),
        keepAlive: true,
        internalOrExternal: false,
        componentName: 'WorkOrderListPage',
      },
    })
    expect(auth).toContainEqual({ action: 'order:assign', type: '1', describe: '指派工单' })
    expect(allAuth).toContainEqual({ action: 'role:manage', type: '1', describe: '角色管理', status: '1' })
  })

  it('answers an entry’s address where it leads out of the product, and never a script', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into permission (tenant_id, menu_type, name, path, url, external)
       select $1, 0, path, path, url, external from (values
         ('/frame', 'https://portal.example/', false), ('/link', 'mailto:desk@portal.example', true),
         ('/mail-frame', 'mailto:desk@portal.example', false), ('/script', 'javascript:alert(1)', true)
       ) as entry (path, url, external) returning id`,
      [harness.tenant.tenantId],
    )
    await harness.owner.query(
      `insert into role_permission (tenant_id, role_id, permission_id)
       select $1, r.id, p.id from role r, unnest($2::bigint[]) as p (id)
       where r.tenant_id = $1 and r.role_code = 'r10020'`,
      [harness.tenant.tenantId, rows.map(({ id }) => id)],
    )
    const { menu } = await harness.call(await harness.signIn(username), calls.permissions, {})
    expect(menu.filter(({ meta }) => meta.url !== null).map(({ path, meta }) => [path, meta.url])).toEqual([
      ['/frame', 'https://portal.example/'],
      ['/link', 'mailto:desk@portal.example'],
    ])
    await harness.owner.query('delete from role_permission where permission_id = any ($1)', [
      rows.map(({ id }) => id),
    ])
  })

  it.each(['a_admin', 'a_worker', 'a_guest'])(
    'gives children to what has some, and to nothing else: %s',
    async (who) => {
      const { body } = await harness.request('GET', calls.permissions.path, {
        token: await harness.signIn(who),
      })
      type Entry = { path: string; children?: Entry[] }
      const flat = (entries: Entry[]): Entry[] =>
        entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])
      const entries = flat((body.result as { menu: Entry[] }).menu)
      const leaves = entries.filter((entry) => !('children' in entry)).map(({ path }) => path)
      expect(leaves).toContain('/taskCenter')
      expect(entries.filter(({ children }) => children !== undefined && children.length === 0)).toEqual([])
    },
  )

  it('answers the menu, own buttons once each, and all buttons', async () => {
    const token = await harness.signIn(username)
    const { menu, auth, allAuth } = await harness.call(token, calls.permissions, {})
    const pages = menu.flatMap(({ children = [] }) => children)
    expect(pages.map((page) => page.path)).toContain('/taskCenter')
    expect(pages.map((page) => page.path)).not.toContain('/system/role')
    expect(pages.find((page) => page.path === '/taskCenter')?.meta).toMatchObject({ title: '任务中心' })
    const actions = auth.map((each) => each.action)
    expect(actions).toContain('order:assign')
    expect(actions).not.toContain('role:manage')
    expect(new Set(actions).size).toBe(actions.length)
    expect(allAuth.map((each) => each.action)).toEqual(expect.arrayContaining([...actions, 'role:manage']))
  })
})
