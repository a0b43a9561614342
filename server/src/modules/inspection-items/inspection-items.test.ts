import type { Sent } from '@heliodesk/contract/call.ts'
import { inspectionItemCalls as calls, itemCategories } from '@heliodesk/contract/inspection-items.ts'
import { describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site
const master = () => site.people.master.token

type Add = Sent<typeof calls.add>
let named = 0
const oil = (more: Partial<Add> = {}): Add => ({
  category: 'transformer',
  name: `油温 ${++named}`,
  method: '表计',
  kind: 'number',
  unit: '℃',
  limits: {
    high: { at: 85 },
    watch: { high: { at: 75 } },
    gradeI: { high: { at: 95, open: true } },
    grade: 'II',
  },
  ...more,
})
const add = (more: Partial<Add> = {}) => harness.call(master(), calls.add, oil(more))
const refused = async (more: Partial<Add>) => (await harness.refused(master(), calls.add, oil(more))).message
const info = (id: string, token = master()) => harness.call(token, calls.itemInfo, { id })

describe('inspection items', () => {
  it('are at first those of the domain, in every category but the one that has others below it', async () => {
    const { rows, items, numeric } = await harness.call(master(), calls.categories, {})
    expect(new Set(rows.map(({ category }) => category))).toEqual(
      new Set(Object.keys(itemCategories).filter((category) => category !== 'array')),
    )
    expect(items).toBeGreaterThan(numeric)
    const { pageList } = await harness.call(master(), calls.page, { keyword: '顶层油温', size: 10 })
    expect(pageList).toMatchObject([
      {
        name: '顶层油温',
        kind: 'number',
        unit: '℃',
        photo: 'always',
        jump: 15,
        itemVersion: 1,
        limits: {
          high: { at: 85, open: false },
          watch: { high: { at: 75 } },
          gradeI: { high: { at: 95, open: true } },
        },
        updatedBy: null,
        planCount: 0,
        openSheetCount: 0,
      },
    ])
  })

  it('are found by category with those below it, kind, use and words', async () => {
    const page = async (input: object) => {
      const { pageList, rowCount } = await harness.call(master(), calls.page, { size: 100, ...input })
      expect(pageList.length).toBe(rowCount)
      return pageList
    }
    expect(new Set((await page({ category: 'array' })).map(({ category }) => category))).toEqual(
      new Set(['module', 'string', 'rack']),
    )
    expect(new Set((await page({ kind: 'computed' })).map(({ kind }) => kind))).toEqual(new Set(['computed']))
    expect((await page({ keyword: '摇表' })).map(({ category }) => category)).toEqual([
      'earthing',
      'earthing',
    ])
    expect((await page({ keyword: 'dcyw' })).map(({ name }) => name)).toEqual(['顶层油温'])
    const idle = await add({ active: false })
    expect((await page({ active: '0' })).map(({ id }) => id)).toEqual([idle.id])
    expect((await page({ active: '1', keyword: idle.name })).map(({ id }) => id)).toEqual([])
  })

  it('get a version whenever they say something else, and none otherwise', async () => {
    const first = await add()
    expect(first).toMatchObject({ version: 1, itemVersion: 1, updatedBy: expect.any(String) })
    const { id, category, name } = first
    const same = await harness.call(master(), calls.update, {
      ...oil({ name }),
      id,
      version: 1,
      active: false,
      category,
    })
    expect(same).toMatchObject({ version: 2, itemVersion: 1, active: false })
    const limits = { high: { at: 80 }, grade: 'II' as const }
    const changed = await harness.call(master(), calls.update, { ...oil({ name, limits }), id, version: 2 })
    expect(changed).toMatchObject({ version: 3, itemVersion: 2, active: true })
    expect(changed.versions.map(({ version, limits: { high } }) => [version, high?.at])).toEqual([
      [2, 80],
      [1, 85],
    ])
    const { message } = await harness.refused(master(), calls.update, { ...oil({ name }), id, version: 2 })
    expect(message).toMatch(/已被他人修改|刷新/)
  })

  it.each<[string, Partial<Add>, RegExp]>([
    ['a category with others below it', { category: 'array' }, /请选择“光伏阵列”下的/],
    ['limits that do not fit', { limits: { low: { at: 5 }, high: { at: 1 } } }, /下限不能大于上限/],
    ['a number without a unit', { unit: '' }, /单位（unit）：请填写单位/],
    ['a computed one without a formula', { kind: 'computed' }, /计算方法（formula）：请选择计算方法/],
    ['a jump of nothing', { jump: 0 }, /应大于 0/],
    ['a taken name', { name: '顶层油温' }, /该分类下已有同名的巡检项目/],
    ['half a season', { stationLimits: [{ psId: '1', fromMonth: 6, limits: {} }] }, /月份应同时填写/],
    ['an unknown station', { stationLimits: [{ psId: '999999', limits: {} }] }, /不存在/],
  ])('%s is refused', async (_name, more, message) => {
    expect(await refused(more)).toMatch(message)
  })

  it('have limits of stations in seasons that do not overlap', async () => {
    const psId = site.stationId
    const limits = { high: { at: 85 }, watch: { high: { at: 80 } } }
    const season = (fromMonth: number, untilMonth: number) => ({ psId, fromMonth, untilMonth, limits })
    for (const [both, month] of [
      [[season(6, 8), season(8, 9)], 8],
      [[season(11, 2), season(1, 3)], 1],
    ] as const)
      expect(await refused({ stationLimits: [...both] })).toMatch(new RegExp(`在 ${month} 月有两个取值`))
    expect(
      await refused({
        stationLimits: [
          { psId, limits },
          { psId, limits },
        ],
      }),
    ).toMatch(/只能有一个全年取值/)
    const { id, name } = await add({ stationLimits: [season(6, 8), { psId, limits }] })
    const kept = await harness.call(master(), calls.update, { ...oil({ name }), id, version: 1 })
    expect(kept.stationLimits).toMatchObject([
      { psId, fromMonth: null, limits },
      { psId, fromMonth: 6, untilMonth: 8, psName: expect.any(String), updatedBy: expect.any(String) },
    ])
    const fewer = await harness.call(master(), calls.update, {
      ...oil({ name }),
      id,
      version: 2,
      stationLimits: [season(11, 2)],
    })
    expect(fewer.stationLimits.map(({ fromMonth }) => fromMonth)).toEqual([11])
  })

  it('of stations that somebody does not see are neither shown nor changed', async () => {
    const far = harness.tenant.stations.find(({ depCode }) => !depCode.startsWith('A01A02'))!
    const stationLimits = [{ psId: far.id, limits: { high: { at: 70 } } }]
    expect(await refused({ stationLimits })).toMatch(/不存在/)
    const { id, name } = await harness.call(site.people.admin.token, calls.add, oil({ stationLimits }))
    expect((await info(id)).stationLimits).toEqual([])
    await harness.call(master(), calls.update, { ...oil({ name }), id, version: 1, stationLimits: [] })
    expect((await info(id, site.people.admin.token)).stationLimits).toMatchObject(stationLimits)
  })

  it('are deleted each by itself, and are none of another company', async () => {
    const [first, second] = [await add(), await add()]
    const remove = (ids: string[], token = master()) => harness.call(token, calls.batchDel, { ids })
    const refusal = async (ids: string[], token = master()) =>
      (await harness.refused(token, calls.batchDel, { ids })).message
    expect(await refusal([first.id, '999999'])).toBe('数据不存在或无权查看')
    const { rows } = await remove([second.id, first.id, second.id])
    expect(rows).toEqual([first, second].map(({ id, name }) => ({ id, name, isDeleted: true, reason: '' })))
    expect((await harness.refused(master(), calls.itemInfo, { id: first.id })).message).toMatch(/不存在/)
    expect(
      (await harness.refused(master(), calls.update, { ...oil(), id: first.id, version: first.version }))
        .message,
    ).toMatch(/不存在/)
    expect((await add({ name: first.name })).id).not.toBe(first.id)
    const { id } = await add()
    expect(await refusal([id], site.people.foreigner.token)).toBe('数据不存在或无权查看')
    expect((await harness.refused(site.people.foreigner.token, calls.itemInfo, { id })).message).toMatch(
      /不存在/,
    )
  })

  it('are saved once when two save at the same moment', async () => {
    const { id, name } = await add()
    const save = (unit: string) =>
      harness.call(master(), calls.update, { ...oil({ name, unit }), id, version: 1 })
    const answers = await Promise.allSettled([save('K'), save('F')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await info(id)).versions).toHaveLength(2)
  })

  it('are for those who direct the work', async () => {
    expect((await harness.refused(site.people.worker.token, calls.page, {})).status).toBe(403)
  })
})
