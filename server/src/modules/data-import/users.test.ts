import { dataImportCalls as calls } from '@heliodesk/contract/data-import.ts'
import { grantReviewCalls } from '@heliodesk/contract/grant-reviews.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { positionCalls } from '@heliodesk/contract/positions.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchFile, makeNext } from '../../../test/exports.ts'
import { signInByPassword, useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { partOf } from '../../../test/zip.ts'
import { runImport } from './jobs.ts'
import { upload } from './upload.fixture.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})
beforeEach(() => harness.owner.query(`delete from attempt where key like 'login elsewhere%'`))

const TITLES = '账号,姓名,手机号,工号,部门,角色'
const check = (lines: string[], token = admin, depCode = 'A01') =>
  upload(harness, token, { kind: 'users', depCode, content: Buffer.from([TITLES, ...lines].join('\r\n')) })
const faultsOf = async (lines: string[], token = admin, depCode = 'A01') =>
  (await check(lines, token, depCode)).report.findings.map(({ row, field, message }) => [row, field, message])
const run = async (id: string) => {
  await harness.call(admin, calls.run, { id })
  await runNext(harness, runImport)
  return harness.call(admin, calls.job, { id })
}
const find = async (username: string) =>
  (await harness.call(admin, userCalls.list, { keyword: username })).records.find(
    (each) => each.username === username,
  )

describe('the import of people', () => {
  it('reads what the product exported, which names who did', async () => {
    const { id } = await harness.call(admin, exportCalls.add, { kind: 'users', format: 'xlsx', query: {} })
    await makeNext(harness)
    const { rawPayload: content } = await fetchFile(harness, admin, id)
    expect(partOf(content, 'docProps/core.xml')).toContain('导出人')
    const { report } = await upload(harness, admin, { kind: 'users', depCode: 'A01', content })
    const { total } = await harness.call(admin, userCalls.list, {})
    expect(report).toMatchObject({ okCount: 0, badCount: 0, knownCount: total })
  })

  it('adds those who are new, with department and roles, once', async () => {
    const lines = [
      'zhang.wei,张伟,13911112222,W-1,西部中心,运维工程师、r10040',
      'li.na,李娜,,,,',
      'a_worker,谁,,,,',
    ]
    const { id, report } = await check(lines)
    expect(report).toMatchObject({ okCount: 2, badCount: 0, knownCount: 1, users: 2 })
    expect(await run(id)).toMatchObject({ state: 'done', result: { users: 2, skipped: 1 }, unissued: 2 })
    expect(await find('zhang.wei')).toMatchObject({
      realname: '张伟',
      phone: '13911112222',
      workNo: 'W-1',
      orgCode: 'A01A02A01',
      mustChangePassword: true,
      roles: [
        expect.objectContaining({ roleCode: 'r10030' }),
        expect.objectContaining({ roleCode: 'r10040' }),
      ],
    })
    expect(await find('li.na')).toMatchObject({ orgCode: 'A01', roles: [], phone: null })
    const role = (await harness.call(admin, roleCalls.list, {})).records.find(
      ({ roleCode }) => roleCode === 'r10040',
    )!
    const history = await harness.call(admin, roleCalls.history, { roleId: role.id } as never)
    expect(JSON.stringify(history)).toContain('张伟')
    const again = await check(lines)
    expect(again.report).toMatchObject({ okCount: 0, knownCount: 3 })
  })

  it('gives positions by name and code, and tells of those that there are not', async () => {
    const add = (code: string, name: string) =>
      harness.call(admin, positionCalls.add, { code, name, postRank: '3' })
    for (const [code, name] of [
      ['import_chief', '导入站长'],
      ['import_safe', '导入安全员'],
      ['import_twin1', '同名岗位'],
      ['import_twin2', '同名岗位'],
    ] as const)
      await add(code, name)
    const theirs = await signInAdministrator(harness, harness.otherTenant)
    await harness.call(theirs, positionCalls.add, { code: 'their_post', name: '别家岗位', postRank: '3' })
    const checkPosts = async (lines: string[]) =>
      upload(harness, admin, {
        kind: 'users',
        depCode: 'A01',
        content: Buffer.from(['账号,姓名,岗位', ...lines].join('\r\n')),
      })
    const { report } = await checkPosts([
      'post.none,甲,船长',
      'post.twin,乙,同名岗位',
      'post.their,丙,their_post',
    ])
    expect(report.findings.map(({ row, field, message }) => [row, field, message])).toEqual([
      [2, '岗位', '没有岗位“船长”'],
      [3, '岗位', '有 2 个岗位叫“同名岗位”，请填写岗位编码'],
      [4, '岗位', '没有岗位“their_post”'],
    ])
    const { id } = await checkPosts([
      'post.two,丁,导入站长、import_safe；import_chief',
      'post.code,戊,import_twin2',
      'post.empty,己,',
    ])
    expect(await run(id)).toMatchObject({ state: 'done', result: { users: 3 } })
    const postOf = async (username: string) =>
      (await find(username))!.post.split(',').filter(Boolean).toSorted()
    expect(await postOf('post.two')).toEqual(['import_chief', 'import_safe'])
    expect(await postOf('post.code')).toEqual(['import_twin2'])
    expect(await postOf('post.empty')).toEqual([])
  })

  it('asks a second person for the roles where the company demands one', async () => {
    const { version } = await harness.call(admin, settingCalls.system, {})
    await harness.call(admin, settingCalls.editSystem, { version, fourEyes: true })
    const { id } = await check(['wait.one,候一,,,,r10040', 'wait.two,候二,,,,r10040', 'wait.none,候三,,,,'])
    expect(await run(id)).toMatchObject({ state: 'done', result: { users: 3 } })
    await harness.call(admin, settingCalls.editSystem, { version: version + 1, fourEyes: false })
    expect((await find('wait.one'))!.roles).toEqual([])
    const { records } = await harness.call(admin, grantReviewCalls.list, {})
    expect(records.filter(({ reason }) => reason === '导入人员').map(({ people }) => people)).toEqual([
      ['候一', '候二'],
    ])
  })

  it('tells of each row what is wrong with it', async () => {
    expect(
      await faultsOf([
        'Bad Name,甲,,,,',
        'same.one,,,,,',
        'twice.one,乙,123,,,',
        'twice.one,丙,,,,',
        'no.place,丁,,,东京,',
        'no.role,戊,,,,船长',
        'phone.one,己,13900001111,,,',
        'phone.two,庚,13900001111,,,',
      ]),
    ).toEqual([
      [2, '账号', '以小写字母开头，3~32 位，只含小写字母、数字和 . _ - 三种符号'],
      [3, '姓名', '此项为必填项'],
      [4, '手机号', '请输入正确的手机号'],
      [5, '账号', '与第 4 行重复'],
      [6, '部门', '所选部门及下级没有在用的部门“东京”'],
      [7, '角色', '没有角色“船长”'],
      [9, '手机号', '与第 8 行重复'],
    ])
  })

  it('ends at the importer’s departments and roles', async () => {
    const codes = ['import:run', 'user:manage'] as const
    const clerk = await hire(harness, { username: 'import.clerk', codes: [...codes], depCode: 'A01A02' })
    expect(await faultsOf(['east.one,甲,,,东部中心,运维工程师'], clerk.token, 'A01A02')).toEqual([
      [2, '部门', '所选部门及下级没有在用的部门“东部中心”'],
      [2, '角色', '角色“运维工程师”含有您没有的权限，不能授予'],
    ])
    const plain = await hire(harness, { username: 'import.plain', codes: ['import:run'] })
    await expect(check(['some.one,甲,,,,'], plain.token)).rejects.toThrow('403')
  })

  it('does not tell more of other companies’ logins than typing them does', async () => {
    const others = Array.from({ length: 25 }, (_none, at) => `stranger${at}`)
    await harness.owner.query(
      `insert into login_directory (login, tenant, user_id) select unnest($1::text[]), $2, 1`,
      [others, harness.otherTenant.tenantId],
    )
    const found = await faultsOf([...others.map((each) => `${each},甲,,,,`), 'fresh.one,乙,,,,'])
    expect(found.slice(0, 20).every(([, , message]) => message === '该用户账号不能使用，请更换')).toBe(true)
    expect(new Set(found.slice(20).map(([, , message]) => message))).toEqual(
      new Set(['多次使用了不能使用的账号或手机号，请稍后再试']),
    )
    // A free one is refused like a taken one from there on.
    expect(found.at(-1)![0]).toBe(27)
    await harness.owner.query(`delete from login_directory where login = any($1)`, [others])
  })

  it('issues first passwords once, to who has none yet', async () => {
    const lines = Array.from({ length: 22 }, (_none, at) => `issued${at},新人${at},,,,`)
    const { id } = await check(lines)
    await run(id)
    const { id: known } = (await find('issued1'))!
    await harness.call(admin, userCalls.changePassword, { username: 'issued1', password: 'Reset#2026' })
    const { foreign, west } = {
      foreign: await signInAdministrator(harness, harness.otherTenant),
      west: await hire(harness, {
        username: 'issue.west',
        codes: ['import:run', 'user:manage'],
        depCode: 'A01A02',
      }),
    }
    for (const token of [foreign, west.token])
      expect((await harness.refused(token, calls.issuePasswords, { id })).message).toBe(
        '数据不存在或无权查看',
      )
    const first = await harness.call(admin, calls.issuePasswords, { id })
    expect(first).toMatchObject({ left: 2 })
    expect(first.userList.map(({ username }) => username)).not.toContain('issued1')
    expect(first.userList).toHaveLength(19)
    const { username, password } = first.userList[0]!
    expect((await signInByPassword(harness, username, password)).firstTimeLogin).toBe('1')
    await signInByPassword(harness, 'issued1', 'Reset#2026')
    const second = await harness.call(admin, calls.issuePasswords, { id })
    expect(second.userList).toHaveLength(2)
    expect(await harness.call(admin, calls.issuePasswords, { id })).toEqual({ userList: [], left: 0 })
    expect((await harness.call(admin, calls.job, { id })).unissued).toBe(0)
    expect(known).toBeTruthy()
  })

  it('is refused as a whole beyond a thousand people', async () => {
    const lines = Array.from({ length: 1001 }, (_none, at) => `many${at},人${at},,,,`)
    expect(await faultsOf(lines)).toEqual([[1002, '整个文件', '一次最多导入 1000 名用户，请拆分文件']])
  })
})
