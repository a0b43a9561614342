import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataImportCalls } from '@heliodesk/contract/data-import.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFolder } from '../../../test/folder.ts'
import { useHarness } from '../../../test/harness.ts'
import { administratorOf, hire, signInAdministrator } from '../../../test/hire.ts'
import { countRows } from './upload.fixture.ts'

const TOOL = fileURLToPath(new URL('../../../../tools/import.ts', import.meta.url))
const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url))
const events = join(fixtures, 'pvops-events.csv')
const stations = join(fixtures, 'gppd-china-solar.csv')

const harness = useHarness()
const folder = useFolder('import')
let tenant: string[]
let admin: string

beforeAll(async () => {
  const { rows } = await harness.owner.query<{ name: string }>('select name from tenant where id = $1', [
    harness.otherTenant.tenantId,
  ])
  tenant = ['--tenant', rows[0]!.name]
  admin = await signInAdministrator(harness, harness.tenant)
})

type Ended = { exitCode: number; stdout: string; stderr: string }

const runTool = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    const env = { ...process.env, DATABASE_URL: harness.url }
    const child = execFile(process.execPath, [TOOL, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    )
  })

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

describe('the tool', { timeout: 60_000 }, () => {
  it('imports once, and tells what it did', async () => {
    const first = await runTool('events', events, '--department', 'A01A02')
    expect(first).toMatchObject({
      exitCode: 0,
      stdout: '新增电站 35 座，新增工单 40 张，跳过已存在的 0 行\n',
    })
    expect(first.stderr).toContain(administratorOf(harness.tenant).username)
    expect(first.stderr).toContain('共 40 行：可导入 40 行，已存在 0 行，不合格 0 行')
    expect(first.stderr).toContain('已处理 40 行')
    const second = await runTool('events', events, '--department', 'A01A02')
    expect(second).toMatchObject({
      exitCode: 0,
      stdout: '新增电站 0 座，新增工单 0 张，跳过已存在的 40 行\n',
    })
    expect(await countRows(harness, 'work_order')).toBe(40)
    const { pageList } = await harness.call(admin, dataImportCalls.page, {})
    expect(pageList).toMatchObject([
      { state: 'done', rowCount: 40, result: { stations: 0, orders: 0, skipped: 40 } },
      {
        kind: 'events',
        fileName: 'pvops-events.csv',
        depCode: 'A01A02',
        state: 'done',
        rowCount: 40,
        doneCount: 40,
        result: { stations: 35, orders: 40, skipped: 0 },
      },
    ])
    const { report } = await harness.call(admin, dataImportCalls.job, { id: pageList[1]!.id })
    expect(report).toMatchObject({ okCount: 40, badCount: 0, stations: 35, orders: 40 })
    expect(await harness.refused(admin, dataImportCalls.run, { id: pageList[1]!.id })).toMatchObject({
      message: '该文件已导入完成',
    })
  })

  it('imports into another tenant as one of its users', async () => {
    const user = administratorOf(harness.otherTenant).username
    const before = await countRows(harness, 'data_import')
    const options = ['--department', 'A01A01', ...tenant, '--user', user.toUpperCase()]
    expect(await runTool('stations', stations, ...options)).toMatchObject({
      exitCode: 0,
      stdout: '新增电站 10 座，新增工单 0 张，跳过已存在的 0 行\n',
    })
    expect(await countRows(harness, 'station', `external_key like 'gppd:%'`)).toBe(0)
    expect(await countRows(harness, 'data_import')).toBe(before)
    const theirs = await signInAdministrator(harness, harness.otherTenant)
    const { pageList } = await harness.call(theirs, dataImportCalls.page, {})
    expect(pageList).toMatchObject([{ kind: 'stations', state: 'done', createdBy: '乙公司admin' }])
  })

  it('only checks with --dry-run', async () => {
    const before = await countRows(harness, 'data_import')
    const { exitCode, stdout, stderr } = await runTool(
      'stations',
      stations,
      '--department',
      'A01A01',
      '--dry-run',
    )
    expect([exitCode, stdout]).toEqual([0, ''])
    expect(stderr).toContain('第 8 行 警告：纬度：缺少经纬度')
    expect(await countRows(harness, 'station', `external_key like 'gppd:%'`)).toBe(0)
    expect(await countRows(harness, 'data_import')).toBe(before)
  })

  it('lists every bad row, writes nothing and fails', async () => {
    const path = await fileOf(
      'bad.csv',
      '电站名称,纬度,经度,省份,容量(MW)\n甲,33,120,江苏,1\n乙,333,120,江苏,-1\n',
    )
    for (const more of [[], ['--dry-run']]) {
      const { exitCode, stdout, stderr } = await runTool('stations', path, '--department', 'A01A01', ...more)
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toContain('第 3 行 错误：纬度：应在 -90 至 90 之间（333）')
      expect(stderr).toContain('第 3 行 错误：容量(MW)：不能为负数（-1）')
      expect(stderr).toContain('不合格 1 行（错误 2 条，警告 0 条）')
    }
    expect(await countRows(harness, 'station', `name = '甲'`)).toBe(0)
  })
})

const complaintTo = async (user: string) =>
  (await runTool('stations', stations, '--department', 'A01A01', '--user', user)).stderr

describe('the tool explains', { timeout: 60_000 }, () => {
  it.for<[what: string, args: string[], message: string]>([
    ['a missing kind', [], '缺少导入类型\n\n用法：'],
    ['an unknown kind', ['others', 'x.csv'], '未知的导入类型“others”\n\n用法：'],
    ['a missing file', ['stations'], '缺少文件\n\n用法：'],
    ['a missing department', ['stations', 'x.csv'], '缺少 --department\n\n用法：'],
    ['an unknown option', ['stations', 'x.csv', '--force'], '选项“--force”有误\n\n用法：'],
    [
      'an argument too many',
      ['stations', 'x.csv', 'y.csv', '--department', 'A01'],
      '多余的参数“y.csv”\n\n用法：',
    ],
    [
      'a file that is not there',
      ['stations', 'nowhere.csv', '--department', 'A01'],
      '无法读取文件 nowhere.csv\n',
    ],
    [
      'an unknown department',
      ['stations', stations, '--department', 'B99'],
      '部门“B99”不存在或无权向它导入数据\n',
    ],
    [
      'an unknown user',
      ['stations', stations, '--department', 'A01', '--user', 'nobody'],
      '中没有用户“nobody”\n',
    ],
    [
      'an unknown tenant',
      ['stations', stations, '--department', 'A01', '--tenant', '无名'],
      '租户“无名”不存在；现有租户：',
    ],
  ])('%s', async ([, args, message]) => {
    const { exitCode, stdout, stderr } = await runTool(...args)
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
  })

  it('what a user may not do', async () => {
    await hire(harness, { username: 'tool.guest', codes: ['order:list'] })
    await hire(harness, { username: 'tool.west', codes: ['import:run', 'station:edit'], depCode: 'A01A02' })
    await hire(harness, { username: 'tool.reader', codes: ['import:run'] })
    expect(await complaintTo('tool.guest')).toContain('用户“tool.guest”没有“数据导入”权限')
    expect(await complaintTo('tool.reader')).toContain('用户“tool.reader”没有“维护电站”权限')
    expect(await complaintTo('tool.west')).toMatch(/部门“A01A01”不存在或无权向它导入数据/)
    await harness.owner.query(`update app_user set status = '2' where username = 'tool.west'`)
    expect(await complaintTo('tool.west')).toContain('用户“tool.west”已冻结')
  })
})
