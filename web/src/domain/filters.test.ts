import { describe, expect, test } from 'vitest'
import { patchQuery } from '../kit/url-query.ts'
import {
  choiceRefusal,
  readOptions,
  describeFilters,
  limitsOf,
  narrowingOf,
  patchFor,
  readFilters,
  toggleAll,
  type Filter,
} from '../kit/search-bar/filters.ts'
import { onlyStation } from './org-tree/selection.ts'
import { byDepartment, byDeviceType, byPerson, byPlace } from './record-filters.tsx'

const choices = [
  { value: '1', label: '清洗' },
  { value: '2', label: '除草' },
  { value: '7', label: '故障' },
]
const filters: Filter[] = [
  { ...byPlace, name: 'psId', label: '电站' },
  { kind: 'input', name: 'keyword', label: '关键词' },
  { kind: 'checkbox', name: 'taskType', label: '任务类型', choices },
  { kind: 'dates', name: 'createTime', label: '创建时间', from: 'createTimeBegin', until: 'createTimeEnd' },
  { ...byDepartment(), name: 'depCode', label: '运维班组' },
  { ...byPerson, name: 'liableUserId', label: '负责人' },
]

describe('filters in the address', () => {
  const values = {
    psId: ['12', '34'],
    keyword: ['箱变 a&b=c，#7'],
    taskType: ['2', '7'],
    createTime: ['2026-11-01', '2026-11-21'],
    depCode: ['A01A03'],
    liableUserId: ['42'],
  }

  test('what is set is read again after a reload', () => {
    const query = patchQuery(new URLSearchParams('view=2'), patchFor(filters, values))
    const reloaded = new URLSearchParams(query.toString())
    expect(readFilters(filters, reloaded)).toEqual(values)
    expect(reloaded.get('view')).toBe('2')
  })

  test('a reset takes only the filters away', () => {
    const query = patchQuery(new URLSearchParams('view=2'), patchFor(filters, values))
    expect(patchQuery(query, patchFor(filters, {})).toString()).toBe('view=2')
  })

  test.each([
    ['an unknown choice', 'taskType=99', {}],
    ['half a range', 'createTime=2026-11-01', {}],
    ['a day that is none', 'createTime=a&createTime=b', {}],
    ['a station that is no id', 'psId=1;drop&psId=5', { psId: ['5'] }],
    ['a day that no month has', 'createTime=2026-02-01&createTime=2026-02-31', {}],
    ['a range that ends before it begins', 'createTime=2026-11-21&createTime=2026-11-01', {}],
    ['a choice that stands twice', 'taskType=2&taskType=2', { taskType: ['2'] }],
    ['what no field would take', `keyword=${'长'.repeat(60)}`, { keyword: ['长'.repeat(50)] }],
    ['a person that is no id', 'liableUserId=me', {}],
    ['a second department', 'depCode=A01&depCode=A02', { depCode: ['A01'] }],
  ])('%s does not count', (_name, query, expected) => {
    expect(readFilters(filters, new URLSearchParams(query))).toEqual(expected)
  })

  test('are told in words', () => {
    expect(describeFilters(filters, values)).toBe(
      '电站 2 座 · 关键词 “箱变 a&b=c，#7” · 任务类型 除草、故障 · 创建时间 2026-11-01 至 2026-11-21 · 运维班组 1 个 · 负责人 1 人',
    )
  })
})

describe('what filters ask their call for', () => {
  const asking: Filter[] = [
    ...filters,
    {
      kind: 'select',
      name: 'projectStatus',
      field: 'status',
      label: '状态',
      choices: { 1: '启用' },
      single: true,
    },
    { ...byDeviceType, name: 'typeId', label: '设备类型' },
    { kind: 'dates', name: 'closed', label: '关闭', from: 'closedFrom', until: 'closedTo', times: true },
    {
      kind: 'select',
      name: 'capacity',
      label: '容量',
      choices: [{ value: 'large', label: '50 MW 及以上' }],
      single: true,
      sends: ([chosen]) => (chosen === 'large' ? { minKwp: 50_000 } : {}),
    },
  ]

  test.each([
    ['one field of its name', { keyword: [' 箱变 '] }, { keyword: '箱变' }],
    ['one field of another name', { projectStatus: ['1'] }, { status: '1' }],
    ['many values as a list', { taskType: ['2', '7'] }, { taskType: ['2', '7'] }],
    ['a device type as a list', { typeId: ['5'] }, { typeId: ['5'] }],
    [
      'days as from and until',
      { createTime: ['2026-11-01', '2026-11-21'] },
      { createTimeBegin: '2026-11-01', createTimeEnd: '2026-11-21' },
    ],
    [
      'days with both ends',
      { closed: ['2026-11-01', '2026-11-21'] },
      { closedFrom: '2026-11-01 00:00:00', closedTo: '2026-11-21 23:59:59' },
    ],
    ['a place by its parts', { psId: ['A01', 'p3', '7'] }, { depCodes: 'A01', psaIds: '3', psIds: '7' }],
    ['what it says itself', { capacity: ['large'] }, { minKwp: 50_000 }],
    ['nothing', { keyword: ['  '], taskType: [], projectStatus: ['9'], strange: ['x'] }, {}],
  ])('%s', (_name, values, asked) => {
    expect(narrowingOf(asking, values)).toEqual(asked)
  })
})

describe('checkbox group (spec 2 §2)', () => {
  const group = filters[2] as Extract<Filter, { kind: 'checkbox' }>

  test('select-all takes all, then none', () => {
    const all = toggleAll(group, ['1'])
    expect(all).toEqual(['1', '2', '7'])
    expect(toggleAll(group, all)).toEqual([])
  })

  test('its limits hold', () => {
    const limited = { ...group, min: 1, max: 2 }
    expect(choiceRefusal(limited, ['1', '2'], '7')).toBe('最多选择 2 项')
    expect(choiceRefusal(limited, ['1'], '1')).toBe('至少选择 1 项')
    expect(choiceRefusal(limited, ['1'], '2')).toBeNull()
    expect(toggleAll(limited, [])).toEqual(['1', '2'])
    expect(toggleAll(limited, ['1', '2'])).toEqual(['1'])
  })

  test('select-all keeps what was chosen', () => {
    const limited = { ...group, min: 1, max: 2 }
    expect(toggleAll(limited, ['7'])).toEqual(['1', '7'])
    expect(toggleAll(limited, ['2', '7'])).toEqual(['2'])
  })

  test('an address beyond its limits does not count', () => {
    const limited: Filter[] = [{ ...group, min: 2, max: 2 }]
    const read = (query: string) => readFilters(limited, new URLSearchParams(query))
    expect(read('taskType=1&taskType=2&taskType=7')).toEqual({})
    expect(read('taskType=1')).toEqual({})
    expect(read('taskType=1&taskType=7')).toEqual({ taskType: ['1', '7'] })
  })
})

describe('a cascader, a day and options', () => {
  const more: Filter[] = [
    {
      kind: 'cascader',
      name: 'type',
      label: '设备类型',
      choices: [
        { value: '1', label: '一次设备', children: [{ value: '11', label: '逆变器' }] },
        { value: '2', label: '二次设备' },
      ],
    },
    { kind: 'date', name: 'day', label: '投运日期' },
  ]
  const read = (query: string) => readFilters(more, new URLSearchParams(query))

  test('take their values from the address, and no others', () => {
    expect(read('type=1&type=11&day=2026-11-21')).toEqual({ type: ['1', '11'], day: ['2026-11-21'] })
    expect(read('type=1')).toEqual({ type: ['1'] })
    expect(read('type=11&day=tomorrow')).toEqual({})
    expect(read('type=2&type=11&day=2026-11-21&day=2026-11-22')).toEqual({ day: ['2026-11-21'] })
  })

  test('are told in words', () => {
    expect(describeFilters(more, { type: ['1', '11'], day: ['2026-11-21'] })).toBe(
      '设备类型 一次设备 / 逆变器 · 投运日期 2026-11-21',
    )
  })

  test('options have id and name, codeValue and dispName, or value and label', () => {
    expect(
      readOptions([
        { id: 7, name: '故障' },
        { codeValue: '8', dispName: '缺陷' },
        { value: '9', label: '技改' },
      ]),
    ).toEqual([
      { value: '7', label: '故障' },
      { value: '8', label: '缺陷' },
      { value: '9', label: '技改' },
    ])
  })
})

test('titles of the contract are options too', () => {
  expect(readOptions({ in: '在保', over: '已过保' })).toEqual([
    { value: 'in', label: '在保' },
    { value: 'over', label: '已过保' },
  ])
})

test.each([
  [{ min: 2, max: 3 }, '可选择 2~3 项'],
  [{ min: 2, max: 2 }, '须选择 2 项'],
  [{ min: 1 }, '至少选择 1 项'],
  [{ max: 4 }, '最多选择 4 项'],
  [{}, null],
])('the limits of a checkbox group %j are told in words', (limits, text) => {
  expect(limitsOf(limits)).toBe(text)
})

test.for<[tokens: string[], station: string | undefined]>([
  [['12'], '12'],
  [['12', '34'], undefined],
  [['p12'], undefined],
  [['A01A03'], undefined],
  [['0'], undefined],
  [[], undefined],
])('the only station of %j is %s', ([tokens, station]) => {
  expect(onlyStation(tokens)).toBe(station)
})
