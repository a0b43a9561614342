import { describe, expect, it } from 'vitest'
import { formFields } from './samples.ts'
import {
  actorInWords,
  conditionInWords,
  passInWords,
  timeInWords,
  timeOfUnit,
  unitOf,
  type Names,
} from './words.ts'

const names: Names = {
  person: (id) => `人 ${id}`,
  role: () => '站长',
  department: () => '一部',
  fields: formFields,
}

describe('words of a list', () => {
  it('say a condition with the titles of the form', () => {
    const rows = [
      { field: 'amount', operator: '>' as const, value: 5000 },
      { field: 'kind', operator: 'in' as const, value: ['sick', 'annual'] },
    ]
    expect(conditionInWords({ rows }, names)).toBe('金额（元）超过 5,000，且请假类型是其中之一 病假、年假')
    expect(conditionInWords(null, names)).toBe('其余情况')
    expect(conditionInWords({ rows: [] }, names)).toBe('还没有条件')
    expect(conditionInWords({ feel: 'a or b' }, names)).toBe('a or b')
  })

  it('say who acts and how many', () => {
    expect(actorInWords({ kind: 'headOf', departmentId: '7' }, names)).toBe('一部负责人')
    expect(actorInWords({ kind: 'right', code: 'order:check' }, names)).toBe('有“验收工单”权限的人')
    expect(actorInWords({ kind: 'field', name: 'subject' }, names)).toBe('表单“采购内容”')
    const step = {
      kind: 'approval',
      id: '',
      name: '',
      who: [],
      due: null,
      refusal: 'amend',
      result: '',
    } as const
    expect(passInWords({ ...step, pass: { of: 'count', count: 2 }, inOrder: true })).toBe('2 人同意，依次')
    expect(passInWords({ ...step, pass: { of: 'any' }, inOrder: false })).toBe('任一人')
  })

  it('say times in their units, and others as they are', () => {
    for (const unit of ['workday', 'day', 'hour'] as const)
      expect(unitOf(timeOfUnit(3, unit))).toEqual({ count: 3, unit })
    expect(timeInWords({ workingDays: 2 })).toBe('2 工作日')
    expect(timeInWords({ duration: 'PT90M' })).toBe('PT90M')
  })
})
