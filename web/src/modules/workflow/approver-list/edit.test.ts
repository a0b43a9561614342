import type { ApproverList, Choice } from '@heliodesk/contract/approver-list/model.ts'
import { describe, expect, it } from 'vitest'
import {
  addBranch,
  choiceOf,
  insertRefusal,
  insertStep,
  moveStep,
  newStep,
  placeOf,
  removalRefusal,
  removeBranch,
  removeStep,
  replaceBranch,
  stepOf,
  type Kind,
} from './edit.ts'

const empty: ApproverList = {
  key: 'own',
  name: '流程',
  start: { id: 'start', name: '提交' },
  end: { id: 'end', name: '结束' },
  amend: { id: 'amend', name: '申请人修改' },
  refused: { id: 'refused', name: '未通过' },
  steps: [],
}

const listOf = (...kinds: Kind[]) =>
  kinds.reduce((list, kind) => insertStep(list, null, list.steps.length, newStep(list, kind)), empty)
const idsIn = ({ steps }: ApproverList) => steps.map(({ id }) => id)

describe('the edits of a list', () => {
  it('add steps with ids of their own, in rows and branches', () => {
    const list = listOf('approval', 'approval', 'choice')
    expect(idsIn(list)).toEqual(['approval_1', 'approval_2', 'choice_1'])
    const inside = insertStep(list, 'branch_1', 0, newStep(list, 'approval'))
    expect(placeOf(inside, 'approval_3')).toEqual({ row: 'branch_1', at: 0, count: 1 })
    expect(stepOf(inside, 'approval_3')).toMatchObject({ name: '审批', who: [], result: 'approval_3_result' })
  })

  it('add a copy without people, which is to be filled in', () => {
    const list = insertStep(listOf('approval'), null, 1, newStep(listOf('approval'), 'copy'))
    expect(stepOf(list, 'copy_1')).toEqual({ kind: 'copy', id: 'copy_1', name: '抄送', who: [] })
    expect(idsIn(moveStep(list, 'copy_1', 0))).toEqual(['copy_1', 'approval_1'])
  })

  it('move and remove within a row only', () => {
    const list = listOf('approval', 'wait', 'handling')
    expect(idsIn(moveStep(list, 'approval_1', 2))).toEqual(['wait_1', 'handling_1', 'approval_1'])
    expect(moveStep(list, 'approval_1', 3)).toBe(list)
    expect(moveStep(list, 'approval_1', -1)).toBe(list)
    expect(idsIn(removeStep(list, 'wait_1'))).toEqual(['approval_1', 'handling_1'])
  })

  it('keep the branch for everything else last, and a choice only while it has a choice', () => {
    const list = listOf('choice')
    const choice = list.steps[0] as Choice
    const added = addBranch(list, choice)
    expect(choiceOf(added.list, added.id)?.branches.map(({ name }) => name)).toEqual([
      '条件 1',
      '条件 2',
      '其余情况',
    ])
    expect(removalRefusal(list, 'choice_1_otherwise')).toBe('“其余情况”是最后一个分支，不能删除')
    expect(removeBranch(list, 'choice_1_otherwise')).toBe(list)
    const fewer = removeBranch(added.list, added.id)
    expect(choiceOf(fewer, 'branch_1')?.branches).toHaveLength(2)
    const filled = insertStep(fewer, 'choice_1_otherwise', 0, newStep(fewer, 'wait'))
    expect(idsIn(removeBranch(filled, 'branch_1'))).toEqual(['wait_1'])
  })

  it('change one branch', () => {
    const list = listOf('choice')
    const [branch] = (list.steps[0] as Choice).branches
    const changed = replaceBranch(list, { ...branch!, name: '大额' })
    expect(choiceOf(changed, branch!.id)?.branches[0]).toMatchObject({ name: '大额' })
  })

  it('add nothing behind a part in which the process ends', () => {
    const last = { kind: 'locked', id: 'x', name: '', elements: ['x'], exits: [] } as const
    expect(insertRefusal([last], 1)).toBe('流程在这一部分结束')
    expect(insertRefusal([last], 0)).toBeNull()
  })
})
