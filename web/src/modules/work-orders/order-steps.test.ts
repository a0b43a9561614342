import { usualExtension } from '@heliodesk/contract/extension-rules.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { OrderFacts } from '@heliodesk/contract/work-order-rules.ts'
import { describe, expect, test } from 'vitest'
import { stepsFor } from './order-steps.ts'

const order = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  flowSts: 1,
  otherSts: 1,
  taskType: 7,
  needTicket: 0,
  liableUserId: null,
  assistUserIds: [],
  liablePerson: null,
  reporterId: '9',
  planEndTime: '2026-11-28 18:00:00',
  overHours: null,
  extensionAskerId: null,
  extensionCount: 0,
  planStartTime: null,
  ...more,
})
const mine: Partial<OrderFacts> = { flowSts: 2, liableUserId: '4', liablePerson: '李沐阳' }

const master: PermissionCode[] = ['order:assign', 'order:claim', 'order:check', 'order:terminate']
const worker: PermissionCode[] = ['order:claim', 'order:execute']

const offered = (facts: OrderFacts, rights: PermissionCode[], userId = '4') =>
  stepsFor(facts, userId, (perm) => rights.includes(perm), usualExtension).map(({ action, refusal }) =>
    refusal ? `${action}: ${refusal}` : action,
  )

describe('the steps that are offered', () => {
  test.each<[string, OrderFacts, PermissionCode[], string[]]>([
    ['new, master without the right to execute', order(), master, ['assign', 'insure', 'terminate']],
    [
      'new and planned, master',
      order({ planStartTime: '2026-11-27 08:00:00' }),
      master,
      ['assign', 'reschedule', 'insure', 'terminate'],
    ],
    ['new, worker', order(), worker, ['claim']],
    ['new, guest', order(), [], []],
    ['not started, executor', order({ ...mine, otherSts: 2 }), worker, ['start']],
    ['in execution, executor', order({ ...mine, otherSts: 3 }), worker, ['execute']],
    ['returned, executor', order({ ...mine, otherSts: 6 }), worker, ['execute']],
    [
      'in execution, master',
      order({ ...mine, otherSts: 3 }),
      master,
      ['reassign', 'reschedule', 'insure', 'terminate'],
    ],
    [
      'not started, no damage, master',
      order({ ...mine, otherSts: 2, taskType: 1 }),
      master,
      ['reassign', 'reschedule', 'terminate'],
    ],
    [
      'its executor, who may ask for more time',
      order({ ...mine, otherSts: 3 }),
      [...worker, 'order:extend'],
      ['execute', 'extend'],
    ],
    [
      'late',
      order({ ...mine, otherSts: 3, overHours: 2 }),
      ['order:extend'],
      ['extend: 已超过计划结束时间，不能再申请延期'],
    ],
    [
      'somebody waits for more time',
      order({ ...mine, otherSts: 3, extensionAskerId: '9' }),
      ['order:extend', 'order:audit'],
      ['audit', 'extend: 已有延期申请等待审批'],
    ],
    [
      'the user waits for more time',
      order({ ...mine, otherSts: 3, extensionAskerId: '4' }),
      ['order:audit'],
      ['audit: 不能审批自己的延期申请'],
    ],
    [
      'somebody waits for more time, master',
      order({ ...mine, otherSts: 3, extensionAskerId: '9' }),
      master,
      ['reassign', 'reschedule: 有延期申请等待审批，请先审批', 'insure', 'terminate'],
    ],
    [
      'in execution, another worker',
      order({ ...mine, liableUserId: '5', liablePerson: '周砚秋', otherSts: 3 }),
      worker,
      ['execute: 只有负责人 周砚秋 和协作人可以保存'],
    ],
    [
      'handed in, another master',
      order({ flowSts: 3, otherSts: 4, liableUserId: '5' }),
      master,
      ['pass', 'reject', 'insure', 'terminate'],
    ],
    [
      'handed in, its own executor',
      order({ flowSts: 3, otherSts: 4, liableUserId: '4' }),
      ['order:check'],
      ['pass: 执行人不能验收自己的工单', 'reject: 执行人不能验收自己的工单'],
    ],
    ['done', order({ flowSts: 4, otherSts: 5 }), [...master, ...worker], ['insure']],
    ['terminated', order({ flowSts: 5 }), [...master, ...worker], []],
  ])('%s', (_name, facts, rights, steps) => {
    expect(offered(facts, rights)).toEqual(steps)
  })

  test('a fault is not accepted by who reported it', () => {
    const facts = order({ flowSts: 3, otherSts: 4, liableUserId: '4', reporterId: '3' })
    expect(offered(facts, ['order:check'], '3')[0]).toBe('pass: 故障和缺陷不能由报告人验收')
    expect(offered({ ...facts, taskType: 1 }, ['order:check'], '3')[0]).toBe('pass')
  })
})
