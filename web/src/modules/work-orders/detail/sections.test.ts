import { describe, expect, test } from 'vitest'
import { taskTypes } from '@heliodesk/contract/work-order-rules.ts'
import { sectionsOf, showsSuggestion, type SectionKey } from './sections.ts'

type Facts = Parameters<typeof sectionsOf>[0]

/** A simple new order. */
const fresh: Facts = {
  taskType: 12,
  flowSts: 1,
  otherSts: 1,
  needTicket: 0,
  needWorkHours: 1,
  purchasesWay: null,
  prerequisiteList: [],
  stepList: [],
  extensionList: [],
  signatureList: [],
  insurance: null,
  fieldRecords: 0,
}
const started: Partial<Facts> = { flowSts: 2, otherSts: 3 }
const list = [{}]

/** Each row is a condition of spec 2 §2 or its boundary. */
const cases: [SectionKey, boolean, string, Partial<Facts>][] = [
  ['basic', true, 'always', {}],
  ['device', true, 'taskType 7', { taskType: 7 }],
  ['device', true, 'taskType 8', { taskType: 8 }],
  ...[1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 18].map(
    (taskType): [SectionKey, boolean, string, Partial<Facts>] => [
      'device',
      false,
      `taskType ${taskType}`,
      { taskType },
    ],
  ),
  ['generation', true, 'taskType 10', { taskType: 10 }],
  ['outages', true, 'always but taskType 10', {}],
  ['outages', false, 'taskType 10', { taskType: 10 }],
  ['generation', false, 'taskType 9', { taskType: 9 }],
  ['tickets', true, 'needTicket 1, otherSts 3', { needTicket: 1, otherSts: 3 }],
  ['tickets', true, 'needTicket 2, otherSts 3', { needTicket: 2, otherSts: 3 }],
  ['tickets', false, 'needTicket 0', { needTicket: 0, otherSts: 3 }],
  ['tickets', false, 'otherSts 2', { needTicket: 1, otherSts: 2 }],
  ['prerequisites', true, 'there are some, flowSts 2', { prerequisiteList: list, flowSts: 2 }],
  ['prerequisites', false, 'there are some, flowSts 1', { prerequisiteList: list, flowSts: 1 }],
  ['prerequisites', false, 'there are none', { flowSts: 2 }],
  ['execution', true, 'otherSts 3', { otherSts: 3 }],
  ['execution', true, 'otherSts 0', { otherSts: 0 }],
  ['execution', false, 'otherSts 1', { otherSts: 1 }],
  ['execution', false, 'otherSts 2', { otherSts: 2 }],
  ['execution', false, 'taskType 1 with a purchasesWay', { taskType: 1, purchasesWay: '2', otherSts: 3 }],
  ['execution', false, 'the same, recorded as done', { taskType: 1, purchasesWay: '2', otherSts: 0 }],
  ['execution', true, 'taskType 1 without a purchasesWay', { taskType: 1, otherSts: 3 }],
  ['execution', true, 'another type with a purchasesWay', { taskType: 2, purchasesWay: '2', otherSts: 3 }],
  ['cleaning', true, 'taskType 1, flowSts 2', { taskType: 1, flowSts: 2 }],
  ['cleaning', true, 'taskType 13, flowSts 4', { taskType: 13, flowSts: 4 }],
  ['cleaning', false, 'taskType 1, flowSts 1', { taskType: 1 }],
  ['cleaning', false, 'taskType 2', { taskType: 2, flowSts: 2 }],
  ['appearance', true, 'taskType 18, flowSts 2', { taskType: 18, flowSts: 2 }],
  ['appearance', true, 'taskType 18, flowSts 5', { taskType: 18, flowSts: 5 }],
  ['appearance', false, 'taskType 18, flowSts 1', { taskType: 18 }],
  ['appearance', false, 'taskType 9', { taskType: 9, flowSts: 2 }],
  ['steps', true, 'there are some, flowSts 2', { stepList: list, flowSts: 2 }],
  ['steps', false, 'there are some, flowSts 1', { stepList: list, flowSts: 1 }],
  ['steps', false, 'there are none', { flowSts: 3 }],
  ['hours', true, 'otherSts 3', started],
  ['hours', false, 'otherSts 2', { flowSts: 2, otherSts: 2 }],
  ['hours', false, 'recorded as done', { flowSts: 4, otherSts: 0 }],
  ['hours', false, 'needWorkHours 0', { ...started, needWorkHours: 0 }],
  ['hours', false, 'taskType 10', { ...started, taskType: 10 }],
  ['fieldRecords', true, 'there are some', { fieldRecords: 1 }],
  ['fieldRecords', false, 'there are none', {}],
  ['signatures', true, 'there are some', { signatureList: list }],
  ['signatures', false, 'there are none', {}],
  ['extensions', true, 'there are some', { extensionList: list }],
  ['extensions', false, 'there are none', {}],
  ['insurance', true, 'there is a case', { insurance: {} }],
  ['insurance', false, 'there is none', {}],
  ['termination', true, 'flowSts 5', { flowSts: 5 }],
  ['termination', false, 'flowSts 4', { flowSts: 4 }],
  ['comments', true, 'always', {}],
  ['relations', true, 'always', {}],
]

describe('detail sections (spec 2 §2)', () => {
  test.each(cases)('the section %s shows: %s when %s', (key, shows, _when, facts) => {
    const keys = sectionsOf({ ...fresh, ...facts }).map((section) => section.key)
    expect(keys.includes(key)).toBe(shows)
  })

  test('stand in the order and under the titles of the specification, with our own between them', () => {
    const all: Facts = {
      ...fresh,
      ...started,
      taskType: 7,
      needTicket: 1,
      flowSts: 5,
      prerequisiteList: list,
      stepList: list,
      extensionList: list,
      fieldRecords: 2,
    }
    expect(sectionsOf(all).map(({ title }) => title)).toEqual([
      '基本信息',
      '设备信息',
      '两票信息',
      '先决条件',
      '执行信息',
      '作业步骤',
      '工时信息',
      '补充记录',
      '停机与损失',
      '延期信息',
      '终止信息',
      '相关工单',
      '评论',
    ])
  })
})

test('type 5, which is no named type of order, passes the rule of the score columns', () => {
  expect(Object.keys(taskTypes)).not.toContain('5')
  expect(showsSuggestion({ taskType: 5, scored: true, suggestion: null })).toBe(true)
})

test.each([
  [5, true, null, true],
  [10, true, null, true],
  [18, true, null, true],
  [9, true, '加装护栏', true],
  [9, true, null, false],
  [7, false, '加装护栏', false],
  [101, true, null, true],
])('type %i, scored: %s, with suggestion %j shows it: %s', (taskType, scored, suggestion, shows) => {
  expect(showsSuggestion({ taskType, scored, suggestion })).toBe(shows)
})
