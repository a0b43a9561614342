import { readFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { importTemplate } from '@heliodesk/contract/data-import.ts'
import { describe, expect, test } from 'vitest'
import { checkFile } from './check.ts'
import type { Findings } from './findings.ts'

const moment = { now: new Date('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' }
const check = (kind: 'stations' | 'events', content: string | Uint8Array) =>
  checkFile(kind, typeof content === 'string' ? Buffer.from(content) : content, moment)
const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url))
const sentences = (findings: Findings) =>
  findings.kept.map(({ row, level, field, message }) => `${row} ${level} ${field}：${message}`)

/** A ZIP archive of one compressed entry that declares this size, in its header or in a data descriptor. */
function archiveOf(name: string, content: Buffer, says: { unpacked: number; descriptor: boolean }): Buffer {
  const [packed, path] = [deflateRawSync(content), Buffer.from(name)]
  const head = (signature: number, size: number, at: number) => {
    const header = Buffer.alloc(size)
    header.writeUInt32LE(signature, 0)
    header.writeUInt16LE(says.descriptor ? 8 : 0, at)
    header.writeUInt16LE(8, at + 2)
    header.writeUInt32LE(says.unpacked, at + 16)
    header.writeUInt16LE(path.length, at + 20)
    return header
  }
  const [local, entry, end] = [head(0x04034b50, 30, 6), head(0x02014b50, 46, 8), Buffer.alloc(22)]
  if (!says.descriptor) local.writeUInt32LE(packed.length, 18)
  entry.writeUInt32LE(packed.length, 20)
  const descriptor = Buffer.alloc(says.descriptor ? 16 : 0)
  if (says.descriptor) descriptor.writeUInt32LE(0x08074b50, 0)
  const start = local.length + path.length + packed.length + descriptor.length
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + path.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([local, path, packed, descriptor, entry, path, end])
}

const stationHeader = '电站名称,容量(kWp),省份,纬度,经度,并网日期,类型,外部编号'
const eventHeader = 'randid,COD,EventStart,Asset'

describe('a row of stations is refused for', () => {
  test.for<[what: string, cells: string, field: string, message: string]>([
    ['a missing name', ',1,江苏,33,120,,,', '电站名称', '此项为必填项'],
    ['a capacity that is no number', '甲,很大,江苏,33,120,,,', '容量(kWp)', '“很大”不是数字'],
    ['a capacity with two points', '甲,1.2.3,江苏,33,120,,,', '容量(kWp)', '“1.2.3”不是数字'],
    ['a negative capacity', '甲,-5,江苏,33,120,,,', '容量(kWp)', '不能为负数（-5）'],
    ['an endless capacity', '甲,1e999,江苏,33,120,,,', '容量(kWp)', '应在 0 至 100000000 之间（1e999）'],
    ['a latitude out of range', '甲,1,江苏,90.1,120,,,', '纬度', '应在 -90 至 90 之间（90.1）'],
    ['a longitude out of range', '甲,1,江苏,33,-181,,,', '经度', '应在 -180 至 180 之间（-181）'],
    ['half a place', '甲,1,江苏,33,,,,', '经度', '填写了纬度，但缺少经度'],
    [
      'a day that is none',
      '甲,1,江苏,33,120,2023-02-29,,',
      '并网日期',
      '“2023-02-29”不是有效的日期，应如 2020-12-25',
    ],
    ['a word for a day', '甲,1,江苏,33,120,去年,,', '并网日期', '“去年”不是有效的日期，应如 2020-12-25'],
    [
      'a day of another age',
      '甲,1,江苏,33,120,1899-12-30,,',
      '并网日期',
      '日期 1899-12-30 不在 1970 至 2100 年之间',
    ],
    [
      'an unknown type',
      '甲,1,江苏,33,120,,海上,',
      '类型',
      '“海上”不是电站类型，应为集中式、工商业分布式、户用之一',
    ],
    ['a cell too many', '甲,1,江苏,33,120,,,,x', '整行', '本行的列数多于表头'],
    [
      'ten thousand characters',
      `${'长'.repeat(10_000)},1,江苏,33,120,,,`,
      '电站名称',
      '最多允许 100 个字符，实际 10000 个',
    ],
    ['a control character', '甲\u0007,1,江苏,33,120,,,', '电站名称', '含有不允许的字符'],
  ])('%s', async ([, cells, field, message]) => {
    const { rows, findings } = await check('stations', `${stationHeader}\n好,1,江苏,33,120,,,\n${cells}\n`)
    expect(rows.map((row) => row.row)).toEqual([2])
    expect(findings.kept).toEqual([{ row: 3, level: 'error', field, message }])
  })

  test('an external number that another row has', async () => {
    const { rows, findings } = await check(
      'stations',
      `${stationHeader}\n甲,1,江苏,33,120,,,N1\n乙,1,江苏,33,120,,,N1`,
    )
    expect(rows).toHaveLength(1)
    expect(sentences(findings)).toEqual(['3 error 外部编号：与第 2 行的编号“N1”重复'])
  })
})

describe('a row of events is refused for', () => {
  test.for<[what: string, cells: string, field: string, message: string]>([
    ['a missing site', ',2015-09-24,2016-05-18 09:00:00,Other', '站点编号', '此项为必填项'],
    ['a missing commissioning day', '7,,2016-05-18 09:00:00,Other', '投运日期', '此项为必填项'],
    [
      'a bad commissioning day',
      '7,2015-13-01,2016-05-18 09:00:00,Other',
      '投运日期',
      '“2015-13-01”不是有效的日期，应如 2020-12-25',
    ],
    ['a missing start', '7,2015-09-24,,Other', '事件开始时间', '此项为必填项'],
    [
      'a bad start',
      '7,2015-09-24,2016-05-18 25:00:00,Other',
      '事件开始时间',
      '“2016-05-18 25:00:00”不是有效的时间，应如 2016-05-18 09:00:00',
    ],
    [
      'a start to come',
      '7,2015-09-24,2026-03-01 08:00:01,Other',
      '事件开始时间',
      '时间 2026-03-01 08:00:01 晚于现在',
    ],
    ['a missing asset', '7,2015-09-24,2016-05-18 09:00:00,', '设备', '此项为必填项'],
    [
      'an unknown asset',
      '7,2015-09-24,2016-05-18 09:00:00,Battery',
      '设备',
      '未知的设备“Battery”，应为 Inverter、Combiner、Tracker、Transformer、Facility、Other 之一',
    ],
  ])('%s', async ([, cells, field, message]) => {
    const { rows, findings } = await check(
      'events',
      `${eventHeader}\n7,2015-09-24,2016-05-18 09:00:00,Other\n${cells}\n`,
    )
    expect(rows.map((row) => row.row)).toEqual([2])
    expect(findings.kept).toEqual([{ row: 3, level: 'error', field, message }])
  })
})

describe('a whole file is refused when it', () => {
  const zeros = new Uint8Array(2000)
  test.for<[what: string, content: string | Uint8Array, message: RegExp]>([
    ['is empty', '', /文件是空的/],
    ['holds blank lines only', '\n , \r\n\n', /文件是空的/],
    ['has a header only', `${stationHeader}\n`, /只有表头/],
    ['lacks the name column', '编码,容量(kWp)\n1,2', /缺少列“电站名称”；现有的列：编码、容量\(kWp\)/],
    ['has a column twice', '电站名称,name\n甲,乙', /列“电站名称”在表头中出现了两次/],
    [
      'is binary rubbish',
      Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256),
      /不是有效的 CSV 或 XLSX/,
    ],
    ['is full of zeros', zeros, /不是有效的 CSV 或 XLSX/],
    ['is a torn XLSX', Buffer.concat([Buffer.from('PK\u0003\u0004'), zeros]), /已损坏/],
    ['is an old XLS', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 1]), /另存为 XLSX/],
    ['leaves a quotation mark open', `${stationHeader}\n"甲,1\n乙,2\n`, /引号不成对/],
  ])('%s', async ([, content, message]) => {
    await expect(check('stations', content)).rejects.toThrow(message)
  })

  test('is an XLSX that unpacks to more than it may', async () => {
    const bytes = await fixture('stations.xlsx')
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    bytes.writeUInt32LE(0xf000_0000, directory + 24)
    await expect(check('stations', bytes)).rejects.toThrow(/解压后过大/)
  })

  test.for<[how: string, unpacked: number, descriptor: boolean]>([
    ['says nothing of its size, and leaves it to what follows', 0, true],
    ['says that it is empty', 0, false],
    ['says that it is small', 1000, false],
  ])('is an XLSX that unpacks to more than it may and %s', async ([, unpacked, descriptor]) => {
    const bomb = archiveOf('xl/worksheets/sheet1.xml', Buffer.alloc(301 * 1024 * 1024), {
      unpacked,
      descriptor,
    })
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(check('stations', bomb)).rejects.toThrow('XLSX 文件解压后过大，请拆分后分别导入')
  })

  test.for<string>(['../xl/workbook.xml', '/etc/passwd.xml', 'xl\\workbook.xml', 'xl/workbook.xml'])(
    'is an XLSX of the one part %s',
    async (name) => {
      const bytes = archiveOf(name, Buffer.from('<a/>'), { unpacked: 4, descriptor: false })
      await expect(check('stations', bytes)).rejects.toThrow('XLSX 文件已损坏或不完整，无法读取')
    },
  )

  test('is an XLSX whose sheet is torn', async () => {
    const bytes = await fixture('stations.xlsx')
    bytes.fill(
      0x55,
      bytes.indexOf('xl/worksheets/sheet1.xml') + 24,
      bytes.indexOf('xl/worksheets/sheet1.xml') + 200,
    )
    await expect(check('stations', bytes)).rejects.toThrow(/已损坏/)
  })
})

describe('stations are read', () => {
  test('from the excerpt of the Global Power Plant Database, with warnings for what it lacks', async () => {
    const { rowCount, rows, findings } = await check('stations', await fixture('gppd-china-solar.csv'))
    expect([rowCount, rows.length, findings.errorCount]).toEqual([10, 10, 0])
    expect(rows[0]).toMatchObject({
      row: 2,
      name: 'Dongtai Tidal Flat Solar Park 1',
      externalKey: 'gppd:1025925',
      capacityKwp: 30_000,
      province: '江苏',
      latitude: 32.64,
      longitude: 120.91,
    })
    expect(sentences(findings).filter((each) => each.startsWith('8 '))).toEqual([
      '8 warning 纬度：缺少经纬度',
      '8 warning 省份：缺少省份',
    ])
    expect(sentences(findings)).toContain('11 warning 并网日期：“2011”不完整，按 2011-01-01 记录')
  })

  test('from a spreadsheet, with its own row numbers and days', async () => {
    const { rows, findings } = await check('stations', await fixture('stations.xlsx'))
    expect(rows).toMatchObject([
      { row: 3, name: '示例二期光伏电站', capacityKwp: 12_500, gridDate: '2020-12-25', externalKey: '1001' },
      { row: 5, name: '示例三期光伏电站 ☀️', province: '内蒙古', gridDate: '2019-12-31' },
    ])
    expect(findings.kept).toEqual([])
  })

  test('from the entries that the directory of a spreadsheet names, and which are counted, alone', async () => {
    const plain = await fixture('stations.xlsx')
    const directoryOf = (bytes: Buffer) => bytes.readUInt32LE(bytes.length - 6)
    const other = archiveOf('xl/worksheets/sheet1.xml', Buffer.from('<a/>'), {
      unpacked: 4,
      descriptor: false,
    })
    const [hidden, at] = [other.subarray(0, directoryOf(other)), directoryOf(plain)]
    const bytes = Buffer.concat([plain.subarray(0, at), hidden, plain.subarray(at)])
    bytes.writeUInt32LE(at + hidden.length, bytes.length - 6)
    expect(await check('stations', bytes)).toEqual(await check('stations', plain))
  })

  test('from GBK, with Chinese days and thousands', async () => {
    const { rows } = await check('stations', await fixture('stations-gbk.csv'))
    expect(rows).toMatchObject([
      { name: '示例一期光伏电站', province: '江苏', gridDate: '2020-12-25', siteType: 'C', tariff: 0.391 },
      { name: '示例屋顶电站', capacityKwp: 1250.5, gridDate: '2019-08-22', siteType: 'G', externalKey: null },
    ])
  })

  test.for<[what: string, bytes: Uint8Array]>([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF电站名称,省份\r\n甲🌞,江苏\r\n')],
    ['UTF-16', Buffer.from('\uFEFF电站名称\t省份\r\n甲🌞\t江苏\r\n', 'utf16le')],
    ['semicolons and old line ends', Buffer.from('电站名称;省份\r甲🌞;江苏\r')],
  ])('from %s', async ([, bytes]) => {
    const { rows } = await check('stations', bytes)
    expect(rows).toMatchObject([{ row: 2, name: '甲🌞', province: '江苏' }])
  })

  test('under their own names when a file has a name twice', async () => {
    const { rows, findings } = await check(
      'stations',
      `${stationHeader}\n甲,1,江苏,33,120,,,\n甲,1,江苏,33,120,,,\n甲（2）,1,江苏,33,120,,,`,
    )
    expect(rows).toMatchObject([{ name: '甲' }, { name: '甲（2）' }, { name: '甲（2）（2）' }])
    expect(new Set(rows.map((row) => ('importKey' in row ? row.importKey : null))).size).toBe(3)
    expect(sentences(findings)[0]).toBe('3 warning 电站名称：与第 2 行同名，按“甲（2）”记录')
  })

  test('without the columns that nobody knows', async () => {
    const { rows, findings } = await check(
      'stations',
      '电站名称,备注,省份,纬度,经度,容量(MW)\n甲,x,江苏,33,120,1',
    )
    expect(rows).toHaveLength(1)
    expect(sentences(findings)).toEqual(['1 warning 备注：未识别的列，已忽略'])
  })
})

describe('events are read', () => {
  test('from the excerpt of the pvOps data; equal rows stay apart', async () => {
    const { rowCount, rows, findings } = await check('events', await fixture('pvops-events.csv'))
    expect([rowCount, rows.length, findings.kept.length]).toEqual([40, 40, 0])
    expect(new Set(rows.map((row) => ('importKey' in row ? row.importKey : null))).size).toBe(40)
    expect(rows.at(-1)).toMatchObject({
      siteKey: 'pvops:18',
      siteName: '历史站点 18',
      gridDate: '2015-03-05',
      day: '2016-05-12',
      at: Date.parse('2016-05-12T01:00:00Z'),
      asset: 'Other',
    })
  })

  test('with warnings for days that do not fit together', async () => {
    const { rows, findings } = await check(
      'events',
      `${eventHeader}\n7,2015-09-24,2015-09-23 09:00:00,Other\n7,2015-09-25,2016-05-18 09:00:00,Other`,
    )
    expect(rows).toMatchObject([{ gridDate: '2015-09-24' }, { gridDate: '2015-09-24' }])
    expect(sentences(findings)).toEqual([
      '2 warning 事件开始时间：早于投运日期 2015-09-24',
      '3 warning 投运日期：与第 2 行的 2015-09-24 不同，以第 2 行为准',
    ])
  })
})

test('of many bad rows all are counted and the first thousand listed', async () => {
  const { findings } = await check('events', `${eventHeader}\n${'7,2015-09-24,never,Other\n'.repeat(1500)}`)
  expect([findings.errorCount, findings.badRows.size, findings.kept.length]).toEqual([1500, 1500, 1000])
  expect(findings.kept.at(-1)).toMatchObject({ row: 1001 })
})

test.for(['stations', 'events'] as const)('the template for %s can be imported', async (kind) => {
  const { rows, findings } = await check(kind, importTemplate(kind))
  expect([rows.length, findings.kept]).toEqual([1, []])
})
