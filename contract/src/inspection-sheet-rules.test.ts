import { describe, expect, it } from 'vitest'
import { itemDefinition } from './inspection-items.ts'
import { defectOf, jumpRefusal, judged, lackOf, lacksPhoto, riseOf } from './inspection-sheet-rules.ts'

const itemOf = (more: object) =>
  itemDefinition.parse({
    name: '顶层油温',
    method: '表计',
    kind: 'number',
    unit: '℃',
    limits: { high: { at: 85 }, grade: 'II' },
    ...more,
  })
const found = (more: object) => ({
  verdict: null,
  value: null,
  parts: [],
  isReread: false,
  note: '',
  ...more,
})

describe('what a person found', () => {
  it('outside the range is abnormal whatever they say, and inside may be', () => {
    const item = itemOf({})
    expect(judged(item, found({ value: 86, verdict: 'normal' }))).toMatchObject({
      verdict: 'abnormal',
      grade: 'II',
    })
    expect(judged(item, found({ value: 50 }))).toMatchObject({ verdict: 'normal', grade: null })
    expect(judged(item, found({ value: 50, verdict: 'abnormal' }))).toMatchObject({
      verdict: 'abnormal',
      grade: 'II',
    })
    expect(judged(item, found({ verdict: 'absent', value: 99 }))).toMatchObject({
      verdict: 'absent',
      value: null,
    })
    expect(judged(item, found({}))).toBe('请填写“顶层油温”的读数')
  })

  it('that says nothing is normal, and tells why', () => {
    const delta = itemOf({ kind: 'computed', formula: 'relative', unit: '%' })
    expect(judged(delta, found({ parts: [30, 29, 28] }))).toMatchObject({
      verdict: 'normal',
      value: null,
      silent: '温升不足 10 K，相对温差不作判断',
    })
    expect(judged(delta, found({ parts: [92, 48, 28] }))).toMatchObject({ value: 68.75, verdict: 'normal' })
  })
})

it('a jump is read again first, unless there is nothing to compare with', () => {
  const item = itemOf({ jump: 15 })
  const refusal = (value: number | null, trend: number[], isReread = false) =>
    jumpRefusal(item, value, { trend, isReread })
  expect(refusal(70, [40, 54])).toMatch(/与上次 54 ℃ 相差 16 ℃，超过 15 ℃/)
  expect([refusal(69, [54]), refusal(70, []), refusal(null, [54]), refusal(70, [54], true)]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(jumpRefusal(itemOf({}), 70, { trend: [1], isReread: false })).toBe(null)
})

it('a rise over the last readings is told from the limit of the item on', () => {
  const item = itemOf({ trendRise: 10 })
  expect([
    riseOf(item, [40, 45, 50]),
    riseOf(item, [40, 60, 50.5]),
    riseOf(item, [40]),
    riseOf(itemOf({}), [1, 90]),
  ]).toEqual([null, 10.5, null, null])
})

it('photos are asked for by the rule of the item', () => {
  const lacks = (photo: string, verdict: 'normal' | 'abnormal' | 'absent' | null) =>
    lacksPhoto(itemOf({ photo }), verdict, 0)
  expect([lacks('never', 'abnormal'), lacks('abnormal', 'normal'), lacks('abnormal', 'abnormal')]).toEqual([
    false,
    false,
    true,
  ])
  expect([lacks('always', 'normal'), lacks('always', 'absent'), lacks('always', null)]).toEqual([
    true,
    false,
    false,
  ])
  expect(lacksPhoto(itemOf({ photo: 'always' }), 'normal', 1)).toBe(false)
})

it('a defect says what was read, by how much, since when, and why it has its grade', () => {
  const hot = itemOf({
    name: '桩头',
    limits: { high: { at: 90 }, gradeI: { high: { at: 130, open: true } }, grade: 'II' },
  })
  const oil = itemOf({ name: '渗漏油', kind: 'judge', unit: '', limits: {}, normalText: '无渗油' })
  expect(
    defectOf('3 号箱变', [
      { item: hot, line: { value: 96, grade: 'II', note: '', trend: [79] } },
      { item: oil, line: { value: null, grade: 'III', note: '阀门', trend: [] } },
    ]),
  ).toEqual({
    text: '3 号箱变 桩头 96 ℃，超限 6 ℃，上次 79 ℃；渗漏油异常：阀门',
    defectLevel: 'II',
    grounds: ['桩头应为 ≤ 90 ℃，II 级', '渗漏油应无渗油，III 级'],
  })
})

it('what a device lacks is named', () => {
  const of = (more: object) =>
    lackOf({ name: '箱变', lines: 5, recorded: 5, unsettled: 0, photoless: 0, ...more })
  expect(of({})).toBe('')
  expect(of({ recorded: 2, unsettled: 1, photoless: 1 })).toBe('“箱变”3 项未记录、1 项异常未处理、1 项未拍照')
})
