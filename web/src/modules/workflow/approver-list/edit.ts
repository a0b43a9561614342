import type { Approval, ApproverList, Branch, Choice, Step } from '@heliodesk/contract/approver-list/model.ts'
import { allSteps } from '@heliodesk/contract/approver-list/model.ts'

/** A row of steps: of the list itself, or of a branch by its id. */
export type RowId = string | null

/** What can be added. */
export const kinds = {
  approval: '审批',
  handling: '办理',
  copy: '抄送',
  choice: '条件',
  wait: '等待',
} as const
export type Kind = keyof typeof kinds

/** The list with another row of steps in the place of one. */
function withRow(
  list: ApproverList,
  row: RowId,
  change: (steps: readonly Step[]) => readonly Step[],
): ApproverList {
  if (row === null) return { ...list, steps: change(list.steps) }
  const inside = (steps: readonly Step[]): readonly Step[] =>
    steps.map((step) =>
      step.kind === 'choice'
        ? {
            ...step,
            branches: step.branches.map((branch) => ({
              ...branch,
              steps: branch.id === row ? change(branch.steps) : inside(branch.steps),
            })),
          }
        : step,
    )
  return { ...list, steps: inside(list.steps) }
}

const rowsOf = (list: ApproverList): { row: RowId; steps: readonly Step[] }[] => [
  { row: null, steps: list.steps },
  ...allSteps(list.steps).flatMap((step) =>
    step.kind === 'choice' ? step.branches.map(({ id, steps }) => ({ row: id, steps })) : [],
  ),
]

/** The row in which a step is, and its place there. */
export function placeOf(list: ApproverList, id: string): { row: RowId; at: number; count: number } | null {
  for (const { row, steps } of rowsOf(list)) {
    const at = steps.findIndex((step) => step.id === id)
    if (at >= 0) return { row, at, count: steps.length }
  }
  return null
}

export const stepOf = (list: ApproverList, id: string): Step | undefined =>
  allSteps(list.steps).find((step) => step.id === id)

/** The choice to which a branch belongs. */
export const choiceOf = (list: ApproverList, branchId: string): Choice | undefined =>
  allSteps(list.steps)
    .filter((step) => step.kind === 'choice')
    .find(({ branches }) => branches.some(({ id }) => id === branchId))

export const replaceStep = (list: ApproverList, step: Step): ApproverList => {
  const place = placeOf(list, step.id)
  return place ? withRow(list, place.row, (steps) => steps.with(place.at, step)) : list
}

export function replaceBranch(list: ApproverList, branch: Branch): ApproverList {
  const choice = choiceOf(list, branch.id)
  if (!choice) return list
  const branches = choice.branches.map((each) => (each.id === branch.id ? branch : each))
  return replaceStep(list, { ...choice, branches })
}

export const insertStep = (list: ApproverList, row: RowId, at: number, step: Step): ApproverList =>
  withRow(list, row, (steps) => steps.toSpliced(at, 0, step))

export function removeStep(list: ApproverList, id: string): ApproverList {
  const place = placeOf(list, id)
  return place ? withRow(list, place.row, (steps) => steps.toSpliced(place.at, 1)) : list
}

/** Moves a step within its row, to the place `to` among the others. */
export function moveStep(list: ApproverList, id: string, to: number): ApproverList {
  const [place, step] = [placeOf(list, id), stepOf(list, id)]
  if (!place || !step || to < 0 || to >= place.count || to === place.at) return list
  return withRow(list, place.row, (steps) => steps.toSpliced(place.at, 1).toSpliced(to, 0, step))
}

/** Removes a branch; a choice with one left gives way to the steps of that branch. */
export function removeBranch(list: ApproverList, branchId: string): ApproverList {
  const choice = choiceOf(list, branchId)
  if (!choice || choice.branches.at(-1)?.id === branchId) return list
  const branches = choice.branches.filter(({ id }) => id !== branchId)
  if (branches.length > 1) return replaceStep(list, { ...choice, branches })
  const place = placeOf(list, choice.id)
  const kept = branches.flatMap(({ steps }) => steps)
  return place ? withRow(list, place.row, (steps) => steps.toSpliced(place.at, 1, ...kept)) : list
}

/** Why a part cannot be removed; null if it can. */
export function removalRefusal(list: ApproverList, id: string): string | null {
  const choice = choiceOf(list, id)
  if (choice) return choice.branches.at(-1)?.id === id ? '“其余情况”是最后一个分支，不能删除' : null
  return stepOf(list, id) ? null : '不能删除'
}

/** Why nothing can come behind the first `at` steps of a row. */
export function insertRefusal(steps: readonly Step[], at: number): string | null {
  const before = steps[at - 1]
  return before?.kind === 'locked' && before.exits.length === 0 ? '流程在这一部分结束' : null
}

/** An id that nothing in the list has. */
function freshId(list: ApproverList, prefix: string): string {
  const taken = new Set([
    list.key,
    list.start.id,
    list.end.id,
    list.amend.id,
    list.refused.id,
    ...allSteps(list.steps).flatMap((step) => {
      if (step.kind === 'locked') return [...step.elements, ...step.exits]
      if (step.kind === 'choice') return [step.id, step.join, ...step.branches.map(({ id }) => id)]
      return step.kind === 'approval' ? [step.id, step.result] : [step.id]
    }),
  ])
  let at = 1
  while (taken.has(`${prefix}_${at}`)) at += 1
  return `${prefix}_${at}`
}

export function newStep(list: ApproverList, kind: Kind): Step {
  const id = freshId(list, kind)
  const asked = { id, who: [], inOrder: false, due: null }
  switch (kind) {
    case 'approval':
      return {
        kind,
        ...asked,
        name: '审批',
        pass: { of: 'any' },
        refusal: 'amend',
        result: `${id}_result`,
      } satisfies Approval
    case 'handling':
      return { kind, ...asked, name: '办理', pass: { of: 'any' } }
    case 'copy':
      return { kind, id, name: '抄送', who: [] }
    case 'wait':
      return { kind, id, name: '等待', time: { workingDays: 1 } }
    case 'choice': {
      const [first, last] = [freshId(list, 'branch'), `${id}_otherwise`]
      return {
        kind,
        id,
        name: '条件',
        join: `${id}_join`,
        branches: [
          { id: first, name: '条件 1', condition: { rows: [] }, steps: [] },
          { id: last, name: '其余情况', condition: null, steps: [] },
        ],
      }
    }
  }
}

/** A new branch before the last one, which is for everything else. */
export function addBranch(list: ApproverList, choice: Choice): { list: ApproverList; id: string } {
  const id = freshId(list, 'branch')
  const branch: Branch = { id, name: `条件 ${choice.branches.length}`, condition: { rows: [] }, steps: [] }
  return { list: replaceStep(list, { ...choice, branches: choice.branches.toSpliced(-1, 0, branch) }), id }
}
