import { inspectionItemCalls as items } from '@heliodesk/contract/inspection-items.ts'
import { MOST_LINES } from '@heliodesk/contract/inspection-sheets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useLedger } from '../../../test/ledger.ts'
import { makeRound } from './sheet.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const master = () => site.people.master.token
const itemOf = new Map<string, string>()

beforeAll(async () => {
  const { pageList } = await harness.call(master(), items.page, { size: 100 })
  for (const { id, name } of pageList) itemOf.set(name, id)
})

const lineOf = (name: string, deviceId: string | null = null) => ({
  itemId: itemOf.get(name)!,
  spaceId: null,
  deviceId,
})
const linesOf = async (orderId: string) =>
  (
    await harness.owner.query<{
      no: number
      stop: number
      name: string
      version: number
      high: number | null
    }>(
      `select l.no, l.stop, v.definition ->> 'name' as name, l.item_version as version,
         (l.limits #>> '{watch,high,at}')::float as high
       from inspection_sheet_line l join inspection_item_version v
         on v.tenant_id = l.tenant_id and v.item_id = l.item_id and v.version = l.item_version
       where l.order_id = $1 order by l.no`,
      [orderId],
    )
  ).rows

describe('the sheet of an inspection order', () => {
  it('has its lines in the order of the way, at stops, with the current versions of the items', async () => {
    const [first, second] = [await ledger.add('1 号箱变'), await ledger.add('2 号箱变')]
    const order = await makeRound(site, site.create, [
      lineOf('顶层油温', first.id),
      lineOf('油位', first.id),
      lineOf('顶层油温', second.id),
      lineOf('灭火器'),
      lineOf('顶层油温', first.id),
    ])
    expect((await linesOf(order.id)).map(({ no, stop, name, version }) => [no, stop, name, version])).toEqual(
      [
        [1, 1, '顶层油温', 1],
        [2, 1, '油位', 1],
        [3, 2, '顶层油温', 1],
        [4, 3, '灭火器', 1],
        [5, 4, '顶层油温', 1],
      ],
    )
  })

  it('has the limits of its station in the season of its planned start', async () => {
    const limits = (at: number) => ({ high: { at: 85 }, watch: { high: { at } } })
    const psId = site.stationId
    const { id } = await harness.call(master(), items.add, {
      category: 'transformer',
      name: '绕组温度',
      method: '表计',
      kind: 'number',
      unit: '℃',
      limits: limits(75),
      stationLimits: [
        { psId, fromMonth: 11, untilMonth: 2, limits: limits(60) },
        { psId, limits: limits(70) },
      ],
    })
    const line = [{ itemId: id, spaceId: null, deviceId: null }]
    const from = (day: string) => () =>
      site.create({ planStartTime: `${day} 08:00:00`, planEndTime: `${day} 18:00:00` })
    const shown = async (day: string) => (await linesOf((await makeRound(site, from(day), line)).id))[0]?.high
    expect([await shown('2030-01-31'), await shown('2030-06-01'), await shown('2030-12-01')]).toEqual([
      60, 70, 60,
    ])
  })

  it('leaves out items that are out of use or deleted, and holds what it asks for against deletion', async () => {
    const add = (name: string, active = true) =>
      harness.call(master(), items.add, {
        category: 'fire',
        name,
        method: '目测',
        kind: 'judge',
        limits: {},
        active,
      })
    const [idle, used] = [await add('停用项', false), await add('在用项')]
    const lines = [idle, used].map(({ id }) => ({ itemId: id, spaceId: null, deviceId: null }))
    const order = await makeRound(site, site.create, lines)
    expect((await linesOf(order.id)).map(({ name }) => name)).toEqual(['在用项'])
    const { rows } = await harness.call(master(), items.batchDel, { ids: [used.id, idle.id] })
    expect(rows.map(({ name, reason }) => [name, reason])).toEqual([
      ['停用项', ''],
      ['在用项', '有 1 张未完成的记录单在用，不能删除，可以停用'],
    ])
    expect(await harness.call(master(), items.itemInfo, { id: used.id })).toMatchObject({ openSheetCount: 1 })
  })

  it('belongs to inspections only, has an end, and is there once', async () => {
    const line = lineOf('灭火器')
    const order = await makeRound(site, site.create, [line])
    await expect(makeRound(site, async () => order, [line])).rejects.toThrow()
    const many = Array.from({ length: MOST_LINES + 1 }, () => line)
    await expect(makeRound(site, site.create, many)).rejects.toThrow('最多 5000 行')
    expect(
      (await site.create().then(({ id }) => makeRound(site, async () => ({ ...order, id }), []))).id,
    ).not.toBe(order.id)
  })

  it('cannot be had by an order that somebody makes by hand', async () => {
    await expect(site.create({ taskType: 100 })).rejects.toThrow('巡检工单由巡检计划生成，不能手工新建')
  })
})
