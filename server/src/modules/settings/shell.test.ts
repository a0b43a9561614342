import { sessionCalls } from '@heliodesk/contract/session.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { uploadFile } from './upload.fixture.ts'

const harness = useHarness({
  FRAME_SOURCES: ['https://chat.example.com'],
  SISTER_SOURCES: ['https://care.example.cn', 'https://*.example.com'],
  FILING_NUMBER: '服务器备案号',
})

const who = useSignedIn(harness, {
  admin: 'a_admin',
  worker: 'a_worker',
})

beforeEach(async () => {
  for (const table of ['tenant_setting', 'user_mark', 'user_preference'])
    await harness.owner.query(`delete from ${table}`)
})

const shell = (token = who.worker) => harness.call(token, shellCalls.shell, {})
const guide = async (token = who.worker) => (await shell(token)).guide
const mark = (input: object, token = who.worker) => harness.call(token, shellCalls.markGuide, input)

async function configure(change: object) {
  const { version } = await harness.call(who.admin, settingCalls.system, {})
  await harness.call(who.admin, settingCalls.editSystem, { version, ...change })
}
async function configureBusiness(change: object) {
  const { version } = await harness.call(who.admin, settingCalls.business, {})
  await harness.call(who.admin, settingCalls.editBusiness, { version, ...change })
}

/** Paths of a person's top menus and of everything in them. */
async function pathsOf(token: string) {
  const { menu } = await harness.call(token, sessionCalls.permissions, {})
  return menu.flatMap(({ path, children = [] }) => [path, ...children.map((page) => page.path)])
}

describe('the frame', () => {
  it('wears the product’s own face until the company has one', async () => {
    expect(await shell()).toMatchObject({
      productName: '光伏运维管理平台',
      logoUrl: null,
      filingNumber: '服务器备案号',
      fixedHide: false,
      exportMark: true,
      assistantUrl: null,
      hasManual: false,
      sisters: [],
      upload: { maxMb: 50, maxCount: 9 },
    })
  })

  it('shows what an administrator sets on the very next call', async () => {
    const logo = await uploadFile(harness, who.admin, 'logo', '晴天.png')
    await configure({
      productName: '晴天运维',
      logo,
      filingNumber: '京ICP备1号',
      fixedHide: true,
      exportMark: false,
    })
    await configureBusiness({ uploadMaxMb: 20, uploadMaxCount: 3 })
    const { logoUrl, ...seen } = await shell()
    expect(seen).toMatchObject({
      productName: '晴天运维',
      filingNumber: '京ICP备1号',
      fixedHide: true,
      exportMark: false,
      upload: { maxMb: 20, maxCount: 3 },
    })
    expect((await harness.app.inject({ url: logoUrl! })).statusCode).toBe(200)
    expect((await shell(await harness.signIn('b_worker'))).productName).toBe('光伏运维管理平台')
  })

  it('lists the sister systems that have an address', async () => {
    await configure({ sisters: { '/solarCare': 'https://care.example.cn/', '/houseHold': '' } })
    expect((await shell()).sisters).toEqual([
      { path: '/solarCare', title: '智能巡检系统', url: 'https://care.example.cn/' },
    ])
    await configure({ host: 'example.com' })
    expect((await shell()).sisters.map(({ url }) => url)).toEqual([
      'https://www.example.com/health/',
      'https://www.example.com/analyze/',
      'https://care.example.cn/',
      'https://www.example.com/platform/',
    ])
  })

  it('has the assistant where it is on, has an address, and the person may use it', async () => {
    const platform = await harness.signIn('a_platform')
    await configure({ AIGC: true })
    expect((await shell()).assistantUrl).toBeNull()
    await configure({ assistantUrl: 'https://chat.example.com/room' })
    expect((await shell()).assistantUrl).toBe('https://chat.example.com/room')
    expect((await shell(platform)).assistantUrl).toBeNull()
    await configure({ AIGC: false })
    expect((await shell()).assistantUrl).toBeNull()
  })
})

describe('the menu', () => {
  it('leaves out what the settings turn off, and has it again on the next call', async () => {
    const off = ['/AIGC', '/houseHold', '/iSolarHealth', '/smartAnalyze', '/solarCare', '/integratedPlatform']
    expect((await pathsOf(who.admin)).filter((path) => off.includes(path))).toEqual([])
    expect(await pathsOf(who.admin)).toContain('/editMail')
    await configure({
      AIGC: true,
      assistantUrl: 'https://chat.example.com/',
      host: 'example.com',
      sisters: { '/smartAnalyze': '' },
      mailbox: false,
    })
    expect((await pathsOf(who.admin)).filter((path) => off.includes(path))).toEqual(
      off.filter((path) => path !== '/smartAnalyze'),
    )
    expect(await pathsOf(who.admin)).not.toContain('/editMail')
  })

  it.each([
    ['/screen/page', 'hasScreen'],
    ['/screen/jd', 'JDScreen'],
  ])('has %s while %s is on, and the switch is offered because there is that page', async (path, setting) => {
    const displays = async () => (await harness.call(who.admin, settingCalls.system, {})).displays
    expect(await displays()).not.toContain(setting)
    await harness.owner.query(
      `with entry as (
         insert into permission (tenant_id, menu_type, name, path, component, sort_order)
         values ($1, 1, '大屏', $2, 'screen/Page', 900) returning id)
       insert into role_permission (tenant_id, role_id, permission_id)
       select $1, r.id, entry.id from role r, entry where r.tenant_id = $1 and r.role_code = 'admin'`,
      [harness.tenant.tenantId, path],
    )
    expect(await displays()).toContain(setting)
    expect(await pathsOf(who.admin)).not.toContain(path)
    await configure({ [setting]: true })
    expect(await pathsOf(who.admin)).toContain(path)
  })
})

describe('guides and notes', () => {
  it('are shown once to each person', async () => {
    await configureBusiness({ performanceGuide: true })
    expect(await guide()).toMatchObject({ IS_FIRST_NOVICE_GUIDE: '1', IS_FIRST_PERFORMANCE_Guide: '1' })
    await mark({})
    await mark({})
    expect(await guide()).toMatchObject({ IS_FIRST_NOVICE_GUIDE: '0', IS_FIRST_PERFORMANCE_Guide: '1' })
    await mark({ guide: 'performance' })
    expect(await guide()).toMatchObject({ IS_FIRST_NOVICE_GUIDE: '0', IS_FIRST_PERFORMANCE_Guide: '0' })
    expect(await guide(who.admin)).toMatchObject({
      IS_FIRST_NOVICE_GUIDE: '1',
      IS_FIRST_PERFORMANCE_Guide: '1',
    })
  })

  it('are off where the company turns them off', async () => {
    await configureBusiness({ noviceGuide: false })
    expect(await guide()).toMatchObject({ IS_FIRST_NOVICE_GUIDE: '0', IS_FIRST_PERFORMANCE_Guide: '0' })
  })

  it('tell the three notes of the version until they were seen, and anew for the next version', async () => {
    expect((await guide()).versionNotes).toEqual({
      version: '1.0',
      notes: ['缺陷任务的创建已移至 APP', '履约界面已升级为履约管理', '数据填报已移至生产运营下'],
    })
    await mark({ guide: 'version' })
    expect((await guide()).versionNotes).toBeNull()
    await configureBusiness({ versionNotes: { version: '1.1', notes: ['新的看板'] } })
    expect((await guide()).versionNotes).toEqual({ version: '1.1', notes: ['新的看板'] })
    await mark({ guide: 'version', version: '1.0' })
    expect((await guide()).versionNotes).not.toBeNull()
    await mark({ guide: 'version', version: '1.1' })
    expect((await guide()).versionNotes).toBeNull()
    await configureBusiness({ versionNotes: { version: '1.2', notes: [] } })
    expect((await guide()).versionNotes).toBeNull()
  })

  it('of the assistant is asked for and marked by calls of its own', async () => {
    const first = async () =>
      (await harness.call(who.worker, shellCalls.aigcGuide, {})).isFirstAigcNoviceGuide
    expect(await first()).toBe('1')
    await mark({ guide: 'aigc' })
    expect(await first()).toBe('0')
  })

  it('answers the unread numbers, and their sum', async () => {
    const answer = await harness.request('POST', '/notice/unreadNum', {
      token: who.worker,
      body: { businessType: 2 },
    })
    expect(answer.body).toMatchObject({
      result_code: '1',
      result_data: { isNotReadNum: 0, mail: 0, feedback: 0 },
    })
  })
})

describe('the instruction manual', () => {
  it('comes as base64, and a failing envelope says that there is none', async () => {
    expect((await harness.refused(who.worker, shellCalls.instruction, {})).message).toBe('暂无使用手册')
    const manual = await uploadFile(harness, who.admin, 'manual', '运维手册.pdf')
    await configureBusiness({ manual })
    expect((await shell()).hasManual).toBe(true)
    const { fileName, fileBase64Code } = await harness.call(who.worker, shellCalls.instruction, {})
    expect(fileName).toBe('运维手册.pdf')
    expect(Buffer.from(fileBase64Code, 'base64').toString()).toMatch(/^%PDF-1\.7\n/)
  })
})

describe('preferences', () => {
  const edit = (change: object, token = who.worker) => harness.call(token, shellCalls.editPreferences, change)

  it('follow the person, one by one, and nobody else', async () => {
    expect((await shell()).preferences).toEqual({
      theme: 'system',
      colour: 'orange',
      weak: false,
      contentWidth: 'fixed',
      multipage: true,
      transition: 'fade',
      notifyExport: true,
      notifyAnswer: true,
      pageSize: 10,
      density: 'standard',
      foldColumns: true,
    })
    await edit({ theme: 'dark' })
    expect(await edit({ colour: 'blue', weak: true })).toMatchObject({
      theme: 'dark',
      colour: 'blue',
      weak: true,
      multipage: true,
    })
    const elsewhere = await harness.signIn('a_worker')
    expect((await shell(elsewhere)).preferences).toMatchObject({ theme: 'dark', colour: 'blue' })
    expect((await shell(who.admin)).preferences.theme).toBe('system')
  })

  it('of lists are the person’s on every machine, and nobody else’s', async () => {
    expect((await shell()).preferences).toMatchObject({
      pageSize: 10,
      density: 'standard',
      foldColumns: true,
    })
    await edit({ pageSize: 'fill' })
    await edit({ density: 'compact', foldColumns: false })
    const elsewhere = await harness.signIn('a_worker')
    const chosen = { pageSize: 'fill', density: 'compact', foldColumns: false }
    expect((await shell(elsewhere)).preferences).toMatchObject(chosen)
    await edit({ pageSize: 500 })
    expect((await shell(elsewhere)).preferences).toMatchObject({ ...chosen, pageSize: 500 })
    expect((await shell(who.admin)).preferences.pageSize).toBe(10)
  })

  it('chosen at once in several windows are all kept', async () => {
    await Promise.all([
      edit({ theme: 'dark' }),
      edit({ colour: 'rose' }),
      edit({ multipage: false }),
      edit({ contentWidth: 'fluid' }),
    ])
    expect((await shell()).preferences).toMatchObject({
      theme: 'dark',
      colour: 'rose',
      multipage: false,
      contentWidth: 'fluid',
    })
  })

  it.each([
    [{ theme: 'neon' }, '主题（theme）'],
    [{ colour: '#ff0000' }, '主色（colour）'],
    [{ transition: 'spin' }, '页面切换效果（transition）'],
    [{ weak: 'yes' }, '色弱模式（weak）'],
    [{ pageSize: 16 }, '每页条数（pageSize）'],
    [{ density: 'tiny' }, '行高（density）'],
    [{ foldColumns: 'often' }, '收起次要列（foldColumns）'],
  ])('%j is refused with the field named', async (change, field) => {
    const refused = await harness.refused(who.worker, shellCalls.editPreferences, change)
    expect(refused.status).toBe(400)
    expect(refused.message).toContain(field)
  })

  it('that fit no more count as never chosen', async () => {
    await edit({ theme: 'dark' })
    await harness.owner.query(
      `update user_preference set preferences = '{"theme": "dark", "colour": "beige"}'`,
    )
    expect((await shell()).preferences).toMatchObject({ theme: 'dark', colour: 'orange' })
  })
})

describe('the own picture', () => {
  const me = async (token = who.worker) => (await harness.call(token, sessionCalls.me, {})).avatar

  it('is an upload of one’s own, shown by a link, and can be taken away', async () => {
    const path = await uploadFile(harness, who.worker, 'avatar', 'me.png')
    const { avatar } = await harness.call(who.worker, shellCalls.editAvatar, { path })
    expect(await me()).toBe(avatar)
    expect((await harness.app.inject({ url: avatar! })).headers['content-type']).toBe('image/png')
    expect(await me(who.admin)).toBeNull()
    await harness.call(who.worker, shellCalls.editAvatar, { path: null })
    expect(await me()).toBeNull()
  })

  it('is not somebody else’s upload, nor a file of another kind', async () => {
    for (const path of [
      await uploadFile(harness, who.admin, 'avatar', 'x.png'),
      await uploadFile(harness, who.worker, 'feedback', 'x.png'),
    ])
      expect((await harness.refused(who.worker, shellCalls.editAvatar, { path })).message).toBe(
        '文件不存在或已过期，请重新上传',
      )
    expect(await me()).toBeNull()
  })
})
