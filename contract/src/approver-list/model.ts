import type { StepOperation } from '../process-file.ts'

/** A process as a vertical list of people who decide, one after the other, with branches by conditions. */
export type ApproverList = {
  key: string
  name: string
  start: Named
  end: Named
  /** Where the starter changes what was refused; written only where something goes back. */
  amend: Named
  /** Where a refusal ends the process; written only where one does. */
  refused: Named
  steps: readonly Step[]
}

export type Named = { id: string; name: string }

export type Step = Approval | Handling | Copy | Wait | Choice | Locked

/** Someone who may act on a step, or gets a copy. */
export type Actor =
  | { kind: 'starter' }
  | { kind: 'person'; id: string }
  /** The person, or all people, that a field of the form names. */
  | { kind: 'field'; name: string }
  | { kind: 'people'; name: string }
  /** The head of the starter's department or, for a head, of the one above. */
  | { kind: 'superior' }
  | { kind: 'headOf'; departmentId: string }
  | { kind: 'headOfField'; name: string }
  | { kind: 'role'; code: string }
  /** Whoever holds a permission. */
  | { kind: 'right'; code: string }

/** How many have to approve: whoever acts first, everybody, a number of people, or a percentage of them. */
export type Pass = { of: 'any' | 'all' } | { of: 'count'; count: number } | { of: 'percent'; percent: number }

/** ISO 8601 for calendar time. */
export type Time = { workingDays: number } | { duration: string }

export type Approval = Named & {
  kind: 'approval'
  who: readonly Actor[]
  pass: Pass
  /** One after the other; without meaning where anybody decides. */
  inOrder: boolean
  due: Time | null
  /** What the step forbids; left out where it forbids nothing. */
  denied?: readonly StepOperation[]
  refusal: 'amend' | 'end'
  /** The id of the gateway behind it. */
  result: string
}

/** Work that is done and not decided about. */
export type Handling = Named & {
  kind: 'handling'
  who: readonly Actor[]
  pass: { of: 'any' | 'all' }
  inOrder: boolean
  due: Time | null
  denied?: readonly StepOperation[]
}

/** Whoever is named gets a copy, and the process goes on at once. */
export type Copy = Named & { kind: 'copy'; who: readonly Actor[] }

export type Wait = Named & { kind: 'wait'; time: Time }

export type Choice = Named & {
  kind: 'choice'
  /** The first whose condition holds is taken; the last is taken otherwise, and has none. */
  branches: readonly Branch[]
  /** The id of the gateway where they come together. */
  join: string
}

/** Its id is that of the flow into it. */
export type Branch = Named & { condition: Condition | null; steps: readonly Step[] }

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains'
export type Row = { field: string; operator: Operator; value: string | number | readonly string[] }

/** Rows that all have to hold, or a FEEL expression that rows cannot say. */
export type Condition = { rows: readonly Row[] } | { feel: string }

/** A part of the diagram that a list cannot show. It is entered at the element `id`, and stays as it is. */
export type Locked = Named & {
  kind: 'locked'
  elements: readonly string[]
  /** The flows that lead out of it; without one, the process ends in it. */
  exits: readonly string[]
}

/** All steps, those of branches after their choice. */
export const allSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => [
    step,
    ...(step.kind === 'choice' ? step.branches.flatMap(({ steps: inner }) => allSteps(inner)) : []),
  ])

/** Whether a process has an end behind these steps. */
export function goesOn(steps: readonly Step[]): boolean {
  const last = steps.at(-1)
  if (last?.kind === 'locked') return last.exits.length > 0
  return last?.kind !== 'choice' || last.branches.some((branch) => goesOn(branch.steps))
}
