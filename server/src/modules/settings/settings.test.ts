import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { pastTriggers } from '../../../test/owner-pool.ts'
import { uploadFile } from './upload.fixture.ts'

const harness = useHarness({ FRAME_SOURCES: ['https://chat.example.com', 'https://*.frames.cn'] })

let admin: string
let foreigner: string

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
  foreigner = await harness.signIn('b_admin')
})

/** Each test starts with a company without settings. */
beforeEach(async () => {
  await harness.owner.query('delete from tenant_setting')
  await pastTriggers(harness.owner, 'delete from tenant_setting_change')
})

const system = (token = admin) => harness.call(token, settingCalls.system, {})
const business = (token = admin) => harness.call(token, settingCalls.business, {})

async function editSystem(change: object, token = admin) {
  const { version } = await system(token)
  return harness.call(token, settingCalls.editSystem, { version, ...change })
}
async function editBusiness(change: object) {
  const { version } = await business()
  return harness.call(admin, settingCalls.editBusiness, { version, ...change })
}
const refusedSystem = (change: object) =>
  harness.refused(admin, settingCalls.editSystem, { version: 0, ...change })
const refusedBusiness = (change: object) =>
  harness.refused(admin, settingCalls.editBusiness, { version: 0, ...change })
const systemChanges = async (token = admin) =>
  (await harness.call(token, settingCalls.systemChanges, {})).pageList

const stored = async () => {
  const { rows } = await harness.owner.query<{ settings: object }>(
    "select settings from tenant_setting where section = 'system' and tenant_id = $1",
    [harness.tenant.tenantId],
  )
  return rows[0]?.settings
}

describe('settings of a company', () => {
  it('are the defaults until somebody changes them', async () => {
    expect(await system()).toMatchObject({
      version: 0,
      values: { productName: '光伏运维管理平台', hasScreen: false, phoneLogin: true, mailRecipients: [] },
      logoFile: null,
      recipients: [],
    })
    expect((await business()).values).toMatchObject({
      noviceGuide: true,
      versionNotes: {
        version: '1.0',
        notes: expect.arrayContaining(['履约界面已升级为履约管理']) as string[],
      },
      uploadMaxMb: 50,
      uploadMaxCount: 9,
    })
  })

  it('change at once, keep what is not sent, and store only what was said', async () => {
    await editSystem({ productName: ' 晴天运维 ', filingNumber: '京ICP备1号' })
    const after = await editSystem({ hasScreen: true, sisters: { '/solarCare': 'https://care.{host}/in' } })
    expect(after.version).toBe(2)
    expect((await system()).values).toMatchObject({
      productName: '晴天运维',
      filingNumber: '京ICP备1号',
      hasScreen: true,
      sisters: { '/solarCare': 'https://care.{host}/in', '/houseHold': 'https://www.{host}/household/' },
    })
    expect(await stored()).toEqual({
      productName: '晴天运维',
      filingNumber: '京ICP备1号',
      hasScreen: true,
      sisters: { '/solarCare': 'https://care.{host}/in' },
    })
  })

  it('of the two pages have versions of their own', async () => {
    await editBusiness({ uploadMaxMb: 20, versionNotes: { version: '2.0' } })
    expect((await business()).values).toMatchObject({ uploadMaxMb: 20, versionNotes: { version: '2.0' } })
    expect((await business()).values.versionNotes.notes).toHaveLength(3)
    expect((await system()).version).toBe(0)
  })

  it('that do not fit any more count as unset', async () => {
    await editSystem({ productName: '晴天' })
    await pastTriggers(
      harness.owner,
      `update tenant_setting set settings = '{"productName": 7, "hasScreen": true, "gone": 1}'`,
    )
    expect((await system()).values).toMatchObject({ productName: '光伏运维管理平台', hasScreen: true })
  })

  it('are nobody else’s', async () => {
    await editSystem({ productName: '晴天' })
    expect((await system(foreigner)).values.productName).toBe('光伏运维管理平台')
    expect(await systemChanges(foreigner)).toEqual([])
    await editSystem({ productName: '乙的平台' }, foreigner)
    expect((await system()).values.productName).toBe('晴天')
  })

  it.each([settingCalls.system, settingCalls.business, settingCalls.systemChanges, settingCalls.people])(
    'are read by those with the right only: $path',
    async (call) => {
      const worker = await harness.signIn('a_worker')
      expect((await harness.refused(worker, call, {})).status).toBe(403)
    },
  )
})

describe('two people who edit at the same time', () => {
  it('of ten at once one wins, and one change is recorded', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        harness.request('PUT', settingCalls.editSystem.path, {
          token: admin,
          body: { version: 0, productName: `平台${at}` },
        }),
      ),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
    expect((await system()).version).toBe(1)
    expect(await systemChanges()).toHaveLength(1)
  })

  it('a save that changes nothing leaves version and log alone', async () => {
    await editSystem({ productName: '光伏运维管理平台', hasScreen: false })
    expect((await system()).version).toBe(0)
    expect(await systemChanges()).toEqual([])
  })
})

describe('the log', () => {
  it('has a row for each value, in words, the latest first', async () => {
    await editSystem({ productName: '晴天', AIGC: true })
    harness.clock.advance(60_000)
    await editSystem({
      filingNumber: '京ICP备1号',
      sisters: { '/houseHold': '' },
      mailRecipients: ['a_master', 'A_Manager'],
    })
    const rows = (await systemChanges()).map(({ title, before, after }) => `${title} ${before} → ${after}`)
    expect(rows.slice(0, 3).toSorted()).toEqual([
      '备案号 未设置 → 京ICP备1号',
      '姊妹系统地址：户用系统 https://www.{host}/household/ → 未设置',
      '收信人 未设置 → 甲公司master（a_master）、甲公司manager（a_manager）',
    ])
    expect(rows.slice(3).toSorted()).toEqual(['产品名称 光伏运维管理平台 → 晴天', '智能助手 关闭 → 开启'])
    const [first] = await systemChanges()
    expect(first!.actorName).toBe('甲公司admin（a_admin）')
    expect(first!.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('is paged, and apart for the business settings', async () => {
    for (const name of ['一', '二', '三']) await editSystem({ productName: name })
    await editBusiness({ noviceGuide: false, versionNotes: { notes: ['一', '二'] } })
    const page = await harness.call(admin, settingCalls.systemChanges, { curPage: 2, size: 2 })
    expect([page.rowCount, page.pageList.map(({ after }) => after)]).toEqual([3, ['一']])
    const ofBusiness = await harness.call(admin, settingCalls.businessChanges, {})
    expect(ofBusiness.pageList.map(({ title, after }) => `${title} ${after}`).toSorted()).toEqual([
      '新手引导 关闭',
      '版本说明：说明 一；二',
    ])
  })

  it('cannot be changed by the application', async () => {
    await editSystem({ productName: '晴天' })
    for (const statement of [
      'delete from tenant_setting_change',
      "update tenant_setting_change set after = ''",
    ])
      await expect(harness.pool.query(statement)).rejects.toThrow('permission denied')
  })
})

describe('bad input is refused with the field named', () => {
  it.each([
    [{ productName: '' }, '产品名称（productName）：此项为必填项'],
    [{ productName: '晴'.repeat(21) }, '产品名称（productName）：最多允许输入20个字符'],
    [{ filingNumber: '1'.repeat(65) }, '备案号（filingNumber）：最多允许输入64个字符'],
    [{ hasScreen: '是' }, '大屏（hasScreen）'],
    [{ host: 'https://example.com' }, '服务商域名（host）：请输入域名，例如 example.com'],
    [
      { assistantUrl: 'javascript:alert(1)' },
      '智能助手地址（assistantUrl）：请输入以 http:// 或 https:// 开头的地址',
    ],
    [
      { sisters: { '/solarCare': 'ftp://{host}' } },
      '智能巡检系统（sisters./solarCare）：请输入以 http:// 或 https:// 开头的地址，可用 {host} 代表域名',
    ],
    [{ sisters: { '/solarCare': 'javascript:{host}' } }, '智能巡检系统（sisters./solarCare）'],
    [{ logo: '../../etc/passwd?' }, '企业标志（logo）：不是有效的文件'],
    [
      { mailRecipients: Array.from({ length: 21 }, (_, at) => `u${at}`) },
      '收信人（mailRecipients）：最多 20 位收信人',
    ],
    [{ version: -1 }, '版本（version）'],
  ])('%j', async (change, message) => {
    const refused = await refusedSystem(change)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refused.message).toContain(message)
  })

  it.each([
    [{ uploadMaxMb: 0 }, '单个文件上限（MB）（uploadMaxMb）：至少 1 MB'],
    [{ uploadMaxMb: 2049 }, '最多 2048 MB'],
    [{ uploadMaxCount: 1.5 }, '附件数量上限（uploadMaxCount）：应为整数'],
    [{ versionNotes: { version: '' } }, '版本号（versionNotes.version）：此项为必填项'],
    [{ versionNotes: { notes: ['x'.repeat(201)] } }, '最多允许输入200个字符'],
    [{ versionNotes: { notes: Array.from({ length: 11 }, String) } }, '最多 10 条说明'],
  ])('%j', async (change, message) => {
    expect((await refusedBusiness(change)).message).toContain(message)
  })
})

describe('the address of the assistant', () => {
  it('must be one that the operator lets the browser embed, and the error says which to add', async () => {
    expect(await refusedSystem({ assistantUrl: 'https://evil.example.com:8443/chat?x=1' })).toMatchObject({
      code: 'setting.frame_source',
      message:
        '智能助手地址（assistantUrl）：浏览器会拒绝嵌入 https://evil.example.com:8443，请运维人员先将 https://evil.example.com:8443 加入环境变量 FRAME_SOURCES 并重启服务',
    })
  })

  it.each(['https://chat.example.com/room?id=1', 'https://a.frames.cn/', ''])(
    '%j is',
    async (assistantUrl) => {
      expect((await editSystem({ assistantUrl })).values.assistantUrl).toBe(assistantUrl)
    },
  )

  it.each([
    'http://chat.example.com/',
    'https://frames.cn/',
    'https://a.frames.cn.evil.com/',
    'http://a.frames.cn/',
  ])('%s is not', async (assistantUrl) => {
    expect((await refusedSystem({ assistantUrl })).code).toBe('setting.frame_source')
  })
})

describe('recipients of the mailbox', () => {
  it('are people in force, each once', async () => {
    const { recipients } = await editSystem({ mailRecipients: ['A_Master', 'a_manager', 'a_master'] })
    expect(recipients).toEqual([
      { username: 'a_manager', realname: '甲公司manager', depName: '西部区域' },
      { username: 'a_master', realname: '甲公司master', depName: '西部中心' },
    ])
  })

  it.each(['nobody', 'b_worker', 'a_guest'])('%s is refused by name', async (username) => {
    await harness.owner.query("update app_user set status = '2' where username = 'a_guest'")
    expect(await refusedSystem({ mailRecipients: ['a_master', username] })).toMatchObject({
      code: 'setting.recipient',
      message: `收信人（mailRecipients）：${username} 不存在或已停用`,
    })
    await harness.owner.query("update app_user set status = '1' where username = 'a_guest'")
  })

  it('are found by name or user name, in the own company only', async () => {
    const find = async (keyword: string) =>
      (await harness.call(admin, settingCalls.people, { keyword })).pageList.map(({ username }) => username)
    expect(await find('MASTER')).toEqual(['a_east_master', 'a_master'])
    expect(await find('甲公司safety')).toEqual(['a_safety'])
    expect(await find('乙公司')).toEqual([])
    const page = await harness.call(admin, settingCalls.people, { curPage: 2, size: 5 })
    expect([page.rowCount, page.pageList.length]).toEqual([11, 5])
  })
})

describe('logo and manual', () => {
  it('come from an upload of one’s own for that purpose, and the log has their names', async () => {
    const logo = await uploadFile(harness, admin, 'logo', '晴天.png')
    const { logoFile } = await editSystem({ logo })
    expect(logoFile).toMatchObject({ path: logo, name: '晴天.png', fileType: 'image/png' })
    const picture = await harness.app.inject({ method: 'GET', url: logoFile!.url })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])

    const manual = await uploadFile(harness, admin, 'manual', '手册.pdf')
    expect((await editBusiness({ manual })).manualFile).toMatchObject({ name: '手册.pdf' })

    await editSystem({ logo: null })
    expect((await system()).logoFile).toBeNull()
    expect((await systemChanges()).map(({ before, after }) => [before, after])).toEqual([
      ['晴天.png', '未设置'],
      ['未设置', '晴天.png'],
    ])
  })

  it.each([
    ['of another purpose', async () => uploadFile(harness, admin, 'avatar', 'me.png')],
    ['of somebody else', async () => uploadFile(harness, await harness.signIn('a_worker'), 'logo', 'x.png')],
    ['of another company', async () => uploadFile(harness, foreigner, 'logo', 'x.png')],
    ['that does not exist', async () => 'aa/none.png'],
  ])('a file %s is refused', async (_which, find) => {
    expect((await refusedSystem({ logo: await find() })).message).toBe('文件不存在或已过期，请重新上传')
    expect(await stored()).toBeUndefined()
  })

  it('let the file before go', async () => {
    const [first, second] = [
      await uploadFile(harness, admin, 'logo', '1.png'),
      await uploadFile(harness, admin, 'logo', '2.png'),
    ]
    await editSystem({ logo: first })
    await editSystem({ logo: second })
    const { rows } = await harness.owner.query<{ path: string; kept: boolean }>(
      'select path, kept_at is not null as kept from stored_file where path = any($1)',
      [[first, second]],
    )
    expect(rows.find(({ path }) => path === first)!.kept).toBe(false)
    expect(rows.find(({ path }) => path === second)!.kept).toBe(true)
  })
})
