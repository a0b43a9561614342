import { MOST_RECORDS, tableSettingCalls as calls } from '@heliodesk/contract/table-settings.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()

const who = useSignedIn(harness, {
  worker: 'a_worker',
  colleague: 'a_colleague',
  foreigner: 'b_worker',
})
beforeEach(() => harness.owner.query('delete from table_setting'))

const way = (...hidden: string[]) => ({
  order: ['workCode', 'psName', 'liablePerson'],
  hidden,
  fixed: ['workCode'],
  widths: { psName: 180 },
})
const edit = (
  arrangement: ReturnType<typeof way> | null,
  { token = who.worker, code = 'work-orders' } = {},
) => harness.call(token, calls.edit, { code, arrangement })
const list = (token = who.worker) => harness.call(token, calls.list, {})
const history = (code = 'work-orders', token = who.worker) => harness.call(token, calls.history, { code })

describe('column settings', () => {
  it('are kept for each person and table, and read by all of a person’s browsers', async () => {
    expect(await list()).toEqual([])
    const saved = await edit(way('psName'))
    expect(saved).toEqual({ code: 'work-orders', version: 1, arrangement: way('psName') })
    await edit(way(), { code: 'users' })
    const otherBrowser = await harness.signIn('a_worker')
    expect(await list(otherBrowser)).toEqual([{ code: 'users', version: 1, arrangement: way() }, saved])
  })

  it('belong to one person of one company', async () => {
    await edit(way('psName'))
    for (const token of [who.colleague, who.foreigner]) {
      expect(await list(token)).toEqual([])
      expect(await history('work-orders', token)).toEqual([])
      await edit(way('liablePerson'), { token })
    }
    expect((await list())[0]!.arrangement).toEqual(way('psName'))
  })

  it('have the last change win, and every change a version of its own, however many come at once', async () => {
    await edit(way())
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_each, at) => edit({ ...way(), widths: { psName: 100 + at } })),
    )
    expect(answers.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    const last = answers.find(({ version }) => version === 11)!
    expect(await list()).toEqual([last])
    expect((await history())[0]!.arrangement).toEqual(last.arrangement)
  })

  it('keep at most 16 records per code, the oldest fall out', async () => {
    for (let at = 1; at <= MOST_RECORDS + 4; at++) await edit({ ...way(), widths: { psName: 100 + at } })
    const records = await history()
    expect(records).toHaveLength(16)
    expect(records.map(({ version }) => version)).toEqual(Array.from({ length: 16 }, (_each, at) => 20 - at))
    expect(records.at(-1)!.arrangement!.widths).toEqual({ psName: 105 })
    expect(records[0]!.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('go back to an earlier record, and to the product’s own way', async () => {
    await edit(way('psName'))
    await edit(way('liablePerson'))
    const [, earlier] = await history()
    expect(await edit(earlier!.arrangement as ReturnType<typeof way>)).toMatchObject({
      version: 3,
      arrangement: way('psName'),
    })
    expect(await edit(null)).toEqual({ code: 'work-orders', version: 4, arrangement: null })
    expect((await history()).map(({ arrangement }) => arrangement?.hidden ?? null)).toEqual([
      null,
      ['psName'],
      ['liablePerson'],
      ['psName'],
    ])
  })

  it('make no record of a change that changes nothing', async () => {
    await edit(way('psName'))
    expect(await edit(way('psName'))).toMatchObject({ version: 1 })
    await edit(null)
    expect(await edit(null)).toMatchObject({ version: 2 })
    expect(await history()).toHaveLength(2)
  })

  it('are kept for 200 tables of a person at most', async () => {
    await harness.owner.query(
      `insert into table_setting (tenant_id, user_id, code, history)
       select $1, $2, 'table' || n, '[{}]' from generate_series(1, 200) n`,
      [harness.tenant.tenantId, harness.tenant.users['a_worker']!.id],
    )
    expect(await harness.refused(who.worker, calls.edit, { code: 'more', arrangement: null })).toMatchObject({
      message: '最多保存 200 个表格的列设置',
    })
    expect(await harness.call(who.worker, calls.edit, { code: 'table7', arrangement: way() })).toMatchObject({
      version: 2,
    })
  })

  it.each([
    ['a strange code', { code: '1; drop table', arrangement: null }, /表格编码（code）：不是有效的表格编码/],
    [
      'a strange column',
      { code: 'users', arrangement: { ...way(), order: ['<b>'] } },
      /列（arrangement.order.0）：不是有效的列/,
    ],
    [
      'a width below 40 px',
      { code: 'users', arrangement: { ...way(), widths: { a: 3 } } },
      /列宽不能小于 40/,
    ],
    [
      'too many columns',
      { code: 'users', arrangement: { ...way(), hidden: Array(201).fill('a') } },
      /隐藏的列（arrangement.hidden）：列过多/,
    ],
  ])('are not changed by %s', async (_name, input, says) => {
    const { status, message } = await harness.refused(who.worker, calls.edit, input)
    expect(status).toBe(400)
    expect(message).toMatch(says)
    expect(await list()).toEqual([])
  })
})
