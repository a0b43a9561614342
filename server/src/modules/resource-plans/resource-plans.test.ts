import { resourcePlanCalls as calls } from '@heliodesk/contract/resource-plans.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { numberCell, packageParts, sheetPath, textCell } from '@heliodesk/contract/xlsx.ts'
import { ZipFile } from 'yazl'
import { useHarness } from '../../../test/harness.ts'
import { sendFile } from '../../../test/upload.ts'
import { hire, useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

const people = useSignedIn(harness, {
  admin: 'a_admin',
  west: { username: 'plan.west', codes: ['station:list', 'station:edit'], depCode: 'A01A02' },
})

let psId: string

beforeAll(() => {
  psId = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02')!.id
})

const get = (year: number, token = people.admin) => harness.call(token, calls.query, { psId, year })
const january = { month: 1, irradiation: 95.5, planElectric: 1_000_000, equivalentHours: 100 }
const save = (year: number, version: number, months: object[] = [january], token = people.admin) =>
  harness.call(token, calls.save, { psId, year, version, months } as never)
const refused = async (input: object, token = people.admin) =>
  (await harness.refused(token, calls.save, { psId, year: 2031, version: 0, months: [january], ...input }))
    .message

describe('a resource plan', () => {
  it('POST system/v2/resourcePlan/query takes a JSON body and answers a year of it', async () => {
    const { status, body } = await harness.request('POST', '/system/v2/resourcePlan/query', {
      token: people.admin,
      body: { psId, year: 2027 },
    })
    expect([status, body.result_code]).toEqual([200, '1'])
    expect(body.result_data).toMatchObject({ psId, year: 2027, months: { length: 12 } })
  })

  it('has twelve empty months until somebody saves it', async () => {
    const plan = await get(2026)
    expect(plan).toMatchObject({ psId, year: 2026, version: 0, years: [], updateTime: null, updateBy: null })
    expect(plan.months).toHaveLength(12)
    expect(plan.total).toEqual({ irradiation: null, planElectric: null, equivalentHours: null })
  })

  it('keeps every figure, sums them and names the years', async () => {
    const july = { month: 7, irradiation: 160.25, planElectric: null, equivalentHours: 150.5 }
    const saved = await save(2027, 0, [july, january])
    expect(saved.months.filter((row) => row.irradiation !== null)).toEqual([january, july])
    expect(saved).toMatchObject({
      version: 1,
      total: { irradiation: 255.75, planElectric: 1_000_000, equivalentHours: 250.5 },
      years: [2027],
      updateBy: expect.any(String),
    })
    expect(await get(2027)).toEqual(saved)
    const nothing = { month: 8, irradiation: 0, planElectric: 0, equivalentHours: 0 }
    expect((await save(2041, 0, [nothing])).months[7]).toEqual(nothing)
    const again = await save(2027, 1, [{ month: 2, planElectric: 5 }])
    expect(again).toMatchObject({
      version: 2,
      total: { irradiation: null, planElectric: 5, equivalentHours: 0 },
    })
  })

  it('derives the hours that were left open from generation and capacity', async () => {
    const { months } = await save(2028, 0, [{ month: 3, planElectric: 1_234_567 }])
    expect(months[2]).toMatchObject({ equivalentHours: 123.46 })
  })

  it('of one year is saved by one of several at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((month) =>
        harness.request('POST', calls.save.path, {
          token: people.admin,
          body: { psId, year: 2029, version: 0, months: [{ ...january, month }] },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.body.result_code === '1')).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.body.result_msg === '资源计划已在别处更新，请刷新后重试'),
    ).toHaveLength(3)
    const { months, version } = await get(2029)
    expect([version, months.filter((row) => row.planElectric !== null).length]).toEqual([1, 1])
  })

  it('has the effect of one when its request is repeated', async () => {
    const headers = { 'idempotency-key': 'resource-plan-once' }
    const body = { psId, year: 2030, version: 0, months: [january] }
    const first = await harness.request('POST', calls.save.path, { token: people.admin, body, headers })
    const second = await harness.request('POST', calls.save.path, { token: people.admin, body, headers })
    expect([first.body.result_code, second.body.result_data]).toEqual(['1', first.body.result_data])
    expect((await get(2030)).version).toBe(1)
  })
})

describe('bad figures', () => {
  it.each([
    [{ year: 1999 }, '参数有误：年份（year）：年份应在 2000~2099 之间'],
    [{ months: [{ ...january, month: 13 }] }, '参数有误：月份（months.0.month）：月份应在 1~12 之间'],
    [{ months: [january, january] }, '参数有误：各月计划（months）：月份不能重复'],
    [
      { months: [{ ...january, irradiation: -1 }] },
      '参数有误：计划辐照量（months.0.irradiation）：不能小于 0',
    ],
    [
      { months: [{ ...january, irradiation: 1.234 }] },
      '参数有误：计划辐照量（months.0.irradiation）：最多 2 位小数',
    ],
    [
      { months: [{ ...january, equivalentHours: 745 }] },
      '参数有误：计划等效利用小时（months.0.equivalentHours）：不能大于 744',
    ],
    [{ months: [{ month: 2, equivalentHours: 673 }] }, '2 月计划等效利用小时超过全月 672 小时'],
    [
      { months: [{ month: 4, planElectric: 7_200_001 }] },
      '4 月计划发电量超过装机容量 10000 kWp 全月满发的电量',
    ],
  ])('are refused, nothing written', async (input, message) => {
    expect(await refused(input)).toBe(message)
    expect((await get(2031)).version).toBe(0)
  })
})

describe('who may', () => {
  it('sees and saves plans of stations in scope alone', async () => {
    expect((await save(2040, 0, [january], people.west.token)).version).toBe(1)
    const [eastern, foreign] = [
      harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!.id,
      harness.otherTenant.stations[0]!.id,
    ]
    for (const other of [eastern, foreign, '999999999']) {
      expect(await refused({ psId: other }, people.west.token)).toBe(UNSEEN)
      expect(
        (await harness.refused(people.west.token, calls.query, { psId: other, year: 2026 })).message,
      ).toBe(UNSEEN)
    }
  })

  it('needs the right to save', async () => {
    const { token } = await hire(harness, { username: 'plan.reader', codes: ['station:list'] })
    expect((await get(2026, token)).version).toBe(0)
    expect(await refused({}, token)).toBe('拒绝访问：需要“维护电站”权限（station:edit）')
  })
})

describe('a file of a plan', () => {
  const title = '月份,计划发电量 万kWh,计划辐照量 kWh/m²,计划等效利用小时 h'
  const read = async (content: string | Uint8Array, name = '计划.csv', token = people.admin) => {
    const { status, body } = await sendFile(harness, token, calls.readFile.path, {}, { name, content })
    return { status, message: body.result_msg, data: body.result_data }
  }
  const rows = [title.split(','), ['1月', '1,234.5', '95.5', '100'], ['2月', '1200', '', '']]
  const text = `${title}\r\n1月,"1,234.5",95.5,100\r\n2月,1200,,\r\n`

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(`\uFEFF${text}`)],
    [
      'UTF-16 with tabs',
      Buffer.from(
        `\uFEFF${text.replaceAll('"1,234.5"', '1;234.5').replaceAll(',', '\t').replaceAll('1;234.5', '1,234.5')}`,
        'utf16le',
      ),
    ],
  ])('in %s is read by the one reader of files', async (_encoding, content) => {
    expect(await read(content)).toEqual({ status: 200, message: 'success', data: { rows } })
  })

  it('in GBK is read as Chinese Excel writes it', async () => {
    const gbk = Buffer.from('d4c2b7dd2cbcc6bbaeb7a2b5e7c1bf0d0a31d4c22c22312c3233342e35220d0a', 'hex')
    expect((await read(gbk)).data).toEqual({
      rows: [
        ['月份', '计划发电量'],
        ['1月', '1,234.5'],
      ],
    })
  })

  it('that is a workbook is read too', async () => {
    const zip = new ZipFile()
    for (const [path, xml] of Object.entries(packageParts(['表']))) zip.addBuffer(Buffer.from(xml), path)
    const cells = `<row r="1">${textCell('A1', '月份')}</row><row r="2">${textCell('A2', '3月')}${numberCell('B2', 1234.5)}</row>`
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`
    zip.addBuffer(Buffer.from(sheet), sheetPath(1))
    zip.end()
    const content = await buffer(zip.outputStream as Readable)
    expect((await read(content, '计划.xlsx')).data).toEqual({
      rows: [
        ['月份', ''],
        ['3月', '1234.5'],
      ],
    })
  })

  it('that is none, or too much, is refused by name of the reason', async () => {
    expect((await read('')).message).toBe('文件是空的')
    expect((await read('PK\u0003\u0004 torn')).message).toBe('XLSX 文件已损坏或不完整，无法读取')
    expect((await read(`${title}\n${'1月,1,1,1\n'.repeat(300)}`)).message).toBe(
      '文件超过 200 行，请只保留 12 个月的计划',
    )
    const large = await read(Buffer.alloc(1024 * 1024 + 1, 0x31))
    expect([large.status, large.message]).toEqual([413, '请上传小于1MB文件!'])
    const nobody = await harness.signIn('a_worker')
    expect((await read(text, '计划.csv', nobody)).status).toBe(403)
  })
})
