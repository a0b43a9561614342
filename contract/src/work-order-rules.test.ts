import { describe, expect, it } from 'vitest'
import { allStatuses, flowStatuses, reformTypes, taskTypes } from './work-order-rules.ts'

describe('task types (spec 2 §9)', () => {
  it.each([
    [1, '清洗'],
    [2, '除草'],
    [3, '试验/检测'],
    [4, '系统维护'],
    [7, '故障'],
    [8, '缺陷'],
    [9, '技改'],
    [10, '应发电量'],
    [11, '陪停'],
    [12, '其他事项'],
    [13, '标准组串清洗'],
    [14, '下网电费'],
    [15, '抢修'],
    [16, '物资代采'],
    [18, '站容站貌'],
  ] as const)('type %s is %s', (type, name) => {
    expect(taskTypes[type]).toBe(name)
  })

  it('has 应发电量 and 站容站貌 for reform types', () => {
    expect(reformTypes.map((type) => `${type} ${taskTypes[type]}`)).toEqual(['10 应发电量', '18 站容站貌'])
  })
})

it('the constants of flowSts are 1 to 5 with their names, and all of them stand for 全部', () => {
  expect(flowStatuses).toEqual({ 1: '待指派', 2: '处理中', 3: '验收中', 4: '已完成', 5: '已终止' })
  expect(allStatuses).toEqual([1, 2, 3, 4, 5])
})
