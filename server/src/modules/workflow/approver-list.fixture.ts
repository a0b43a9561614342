import { allOperations } from '@heliodesk/contract/process-file.ts'
import { processAttributes } from '@heliodesk/contract/process-file.ts'
import type {
  Actor,
  ApproverList,
  Condition,
  Pass,
  Row,
  Step,
} from '@heliodesk/contract/approver-list/model.ts'
import { inFileOrder } from '@heliodesk/contract/approver-list/who.ts'
import { BpmnModdle } from 'bpmn-moddle'
import fc from 'fast-check'

export const moddle = new BpmnModdle({ wf: processAttributes })

/** A process of a start and an end, into which lists are written. */
export const blank = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:wf="http://heliodesk/workflow" id="definitions">
  <bpmn:process id="random" name="流程" isExecutable="true"><bpmn:startEvent id="start" name="提交" />
  <bpmn:endEvent id="end" name="结束" /><bpmn:sequenceFlow id="flow" sourceRef="start" targetRef="end" />
  </bpmn:process></bpmn:definitions>`

const names = fc.constantFrom('站长审批', '会签', '区域经理', 'A/B & <C> "D"', '财务')
const field = fc.constantFrom('amount', 'kind', '备注')

const direct: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant({ kind: 'starter' as const }),
  fc.record({ kind: fc.constant('person' as const), id: fc.constantFrom('11', '12', '13') }),
  fc.record({ kind: fc.constant('field' as const), name: fc.constant('deputy') }),
)
const indirect: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant({ kind: 'superior' as const }),
  fc.record({ kind: fc.constant('headOf' as const), departmentId: fc.constantFrom('7', '8') }),
  fc.record({ kind: fc.constant('headOfField' as const), name: fc.constant('department') }),
  fc.record({ kind: fc.constant('role' as const), code: fc.constantFrom('r10010', 'r10020') }),
  fc.record({ kind: fc.constant('right' as const), code: fc.constantFrom('order:check', 'order:assign') }),
)
const several = fc.constant([{ kind: 'people' as const, name: 'reviewers' }])
const some = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 3 })

const anybody = fc.oneof(some(fc.oneof(direct, indirect)), several).map(inFileOrder)

const time = fc.oneof(
  fc.record({ workingDays: fc.integer({ min: 1, max: 30 }) }),
  fc.constantFrom({ duration: 'PT8H' }, { duration: 'P2D' }, { duration: 'PT90M' }),
)
const due = fc.option(time, { nil: null })

const denied = fc
  .subarray(allOperations)
  .map((operations) => (operations.length > 0 ? { denied: operations } : {}))

const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({
    field,
    operator: fc.constantFrom(
      '=' as const,
      '!=' as const,
      '<' as const,
      '<=' as const,
      '>' as const,
      '>=' as const,
    ),
    value: fc.oneof(fc.integer({ min: -5, max: 100_000 }), fc.constantFrom('a', 'b "c"', '中文\\')),
  }),
  fc.record({ field, operator: fc.constant('in' as const), value: some(fc.constantFrom('a', 'b', 'c"')) }),
  fc.record({ field, operator: fc.constant('contains' as const), value: fc.constantFrom('a', '"') }),
)
export const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ rows: some(row) }),
  fc.constant({ feel: 'amount > 3 or days > 2' }),
)

const empty = { id: '', name: '' }

const groups: fc.Arbitrary<Pass> = fc.oneof(
  fc.constant({ of: 'all' as const }),
  fc.record({ of: fc.constant('count' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ of: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
)

const approvals: fc.Arbitrary<Step> = fc
  .record({
    name: names,
    who: anybody,
    group: fc.option(groups, { nil: null }),
    inOrder: fc.boolean(),
    due,
    denied,
    refusal: fc.constantFrom('amend' as const, 'end' as const),
  })
  .map(({ who, group, inOrder, denied: forbidden, ...rest }) => ({
    ...empty,
    ...rest,
    ...forbidden,
    kind: 'approval',
    result: '',
    who,
    pass:
      group?.of === 'count'
        ? { of: 'count', count: Math.min(group.count, who[0]?.kind === 'people' ? 2 : who.length) }
        : (group ?? { of: 'any' }),
    inOrder: group !== null && inOrder,
  }))

const handlings: fc.Arbitrary<Step> = fc
  .record({
    name: names,
    who: anybody,
    all: fc.boolean(),
    inOrder: fc.boolean(),
    due,
    denied,
  })
  .map(({ who, all, inOrder, denied: forbidden, ...rest }) => ({
    ...empty,
    ...rest,
    ...forbidden,
    kind: 'handling',
    who,
    pass: { of: all ? 'all' : 'any' },
    inOrder: all && inOrder,
  }))

const copies: fc.Arbitrary<Step> = fc
  .record({ name: names, who: anybody })
  .map((copy) => ({ ...empty, ...copy, kind: 'copy' }))

const waits: fc.Arbitrary<Step> = fc
  .record({ name: names, time })
  .map((wait) => ({ ...empty, ...wait, kind: 'wait' }))

const { steps } = fc.letrec<{ step: Step; steps: Step[]; choice: Step }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 3, depthIdentifier: 'list' }),
  choice: fc
    .record({
      name: names,
      conditional: some(fc.record({ name: names, condition: conditions, steps: tie('steps') })),
      otherwise: tie('steps'),
    })
    .map(({ name, conditional, otherwise }) => ({
      ...empty,
      name,
      kind: 'choice',
      join: '',
      branches: [
        ...conditional.map((branch) => ({ ...branch, id: '' })),
        { id: '', name: '其余情况', condition: null, steps: otherwise },
      ],
    })),
  step: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'list', depthSize: 'small' },
    approvals,
    handlings,
    copies,
    waits,
    tie('choice'),
  ),
}))

/** With an id for everything. */
function numbered(list: readonly Step[], next: () => number): Step[] {
  return list.map((step): Step => {
    const id = `step_${next()}`
    switch (step.kind) {
      case 'approval':
        return { ...step, id, result: `${id}_result` }
      case 'choice':
        return {
          ...step,
          id,
          join: `${id}_join`,
          branches: step.branches.map((branch) => ({
            ...branch,
            id: `way_${next()}`,
            steps: numbered(branch.steps, next),
          })),
        }
      default:
        return { ...step, id }
    }
  })
}

export const listOf = (of: readonly Step[]): ApproverList => {
  let last = 0
  return {
    key: 'random',
    name: '流程',
    start: { id: 'start', name: '提交' },
    end: { id: 'end', name: '结束' },
    amend: { id: 'amend', name: '申请人修改' },
    refused: { id: 'refused', name: '未通过' },
    steps: numbered(of, () => (last += 1)),
  }
}

export const lists: fc.Arbitrary<ApproverList> = steps.map(listOf)
