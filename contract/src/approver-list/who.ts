import type { Actor, Pass, Time } from './model.ts'

/** What the attributes of a step say; absent ones are undefined. */
export type Staffing = {
  assignee?: string | undefined
  candidateUsers?: string | undefined
  candidateHeads?: string | undefined
  candidateRoles?: string | undefined
  candidateRights?: string | undefined
  /** The signers of a countersigned step. */
  collection?: string | undefined
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u
const ID = /^"([1-9]\d{0,17})"$/
const CODE = /^[^,\s]+$/

/** Whether the form can have a field of this name. */
export const isFieldName = (name: string) =>
  NAME.test(name) && !['starter', 'true', 'false', 'null'].includes(name)

/** The order in which a file names them. */
const ORDER: Readonly<Record<Actor['kind'], number>> = {
  starter: 0,
  person: 0,
  field: 0,
  people: 0,
  superior: 1,
  headOf: 1,
  headOfField: 1,
  role: 2,
  right: 3,
}

/** The actors each once, in the order in which a file names them. */
export function inFileOrder(who: readonly Actor[]): Actor[] {
  const once = new Map(who.map((actor) => [JSON.stringify(actor), actor]))
  return [...once.values()].toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind])
}

/** Why these actors cannot sign a step in this way; null if they can. */
export function staffingRefusal(who: readonly Actor[], pass: Pass): string | null {
  if (who.length === 0) return '请选择由谁办理'
  const direct = who.filter(({ kind }) => ORDER[kind] === 0)
  if (direct.some(({ kind }) => kind === 'people') && direct.length > 1)
    return '表单里的多个人不能与其他人员一起选'
  // Of a role, a head or a field of the form, only the process knows how many people they are.
  const isCounted = direct.length === who.length && direct.every(({ kind }) => kind !== 'people')
  if (pass.of === 'count' && pass.count > who.length && isCounted)
    return `只有 ${who.length} 人，不能要求 ${pass.count} 人同意`
  return null
}

/** Why nobody can get a copy; null if somebody can. */
export const copyRefusal = (who: readonly Actor[]): string | null =>
  who.length === 0 ? '请选择抄送给谁' : staffingRefusal(who, { of: 'any' })

function expressionOf(actor: Actor): string {
  switch (actor.kind) {
    case 'starter':
    case 'superior':
      return 'starter'
    case 'person':
      return `"${actor.id}"`
    case 'headOf':
      return `"${actor.departmentId}"`
    case 'role':
    case 'right':
      return actor.code
    case 'field':
    case 'people':
    case 'headOfField':
      return actor.name
  }
}

/** How a file says who acts. */
export function staffingOf(who: readonly Actor[], { of }: Pass): Staffing {
  const ordered = inFileOrder(who)
  const part = (order: number) => ordered.filter(({ kind }) => ORDER[kind] === order).map(expressionOf)
  const [users, heads, roles, rights] = [part(0), part(1), part(2), part(3)]
  const isList = ordered[0]?.kind === 'people'
  const list = users.length === 0 ? undefined : isList ? users[0] : `[${users.join(', ')}]`
  const others = {
    candidateHeads: heads.length > 0 ? heads.join(',') : undefined,
    candidateRoles: roles.length > 0 ? roles.join(',') : undefined,
    candidateRights: rights.length > 0 ? rights.join(',') : undefined,
  }
  // Roles and heads stand beside the list: each of their people signs.
  if (of !== 'any') return { collection: list ?? '[]', ...others }
  if (ordered.length === 1 && users.length === 1 && !isList) return { assignee: users[0] }
  return { candidateUsers: list, ...others }
}

const personOf = (text: string): Actor | null => {
  if (text === 'starter') return { kind: 'starter' }
  const id = ID.exec(text)?.[1]
  if (id !== undefined) return { kind: 'person', id }
  return isFieldName(text) ? { kind: 'field', name: text } : null
}

function headOf(text: string): Actor | null {
  if (text === 'starter') return { kind: 'superior' }
  const departmentId = ID.exec(text)?.[1]
  if (departmentId !== undefined) return { kind: 'headOf', departmentId }
  return isFieldName(text) ? { kind: 'headOfField', name: text } : null
}

const partsOf = (text = '') => text.split(',').flatMap((part) => part.trim() || [])

function peopleOf(text: string | undefined): (Actor | null)[] {
  if (text === undefined) return []
  const inner = /^\[(.*)\]$/.exec(text.trim())?.[1]
  if (inner !== undefined) return partsOf(inner).map(personOf)
  return [isFieldName(text.trim()) ? { kind: 'people', name: text.trim() } : null]
}

/** Who acts, or null where the list has no words for it. Nobody is an answer: that of a draft. */
export function actorsOf(staffing: Staffing): Actor[] | null {
  const { assignee, candidateUsers, candidateHeads, candidateRoles, candidateRights, collection } = staffing
  if (collection !== undefined && (candidateUsers ?? assignee) !== undefined) return null
  const others = candidateUsers ?? candidateHeads ?? candidateRoles ?? candidateRights
  if (assignee !== undefined && others !== undefined) return null
  const who = [
    ...(assignee === undefined ? [] : [personOf(assignee.trim())]),
    ...peopleOf(collection ?? candidateUsers),
    ...partsOf(candidateHeads).map(headOf),
    ...partsOf(candidateRoles).map((code): Actor | null => (CODE.test(code) ? { kind: 'role', code } : null)),
    ...partsOf(candidateRights).map((code): Actor | null =>
      CODE.test(code) ? { kind: 'right', code } : null,
    ),
  ]
  const known = who.flatMap((actor) => actor ?? [])
  return known.length === who.length ? inFileOrder(known) : null
}

/** The actors with another one; people of a list in the form stand for themselves. */
export function withActor(who: readonly Actor[], actor: Actor): Actor[] {
  const isDirect = ORDER[actor.kind] === 0
  const kept = who.filter(({ kind }) =>
    actor.kind === 'people' ? ORDER[kind] !== 0 : !isDirect || kind !== 'people',
  )
  return inFileOrder([...kept, actor])
}

/** When a countersigned step is decided, as FEEL; null where everybody signs in any case. */
export function decidedWhen(pass: Pass): string | null {
  switch (pass.of) {
    case 'any':
      return null
    case 'all':
      return 'nrRejected >= 1'
    case 'count':
      return `nrApproved >= ${pass.count} or nrRejected > nrOfInstances - ${pass.count}`
    case 'percent':
      return `nrApproved * 100 >= ${pass.percent} * nrOfInstances or nrRejected * 100 > ${100 - pass.percent} * nrOfInstances`
  }
}

/** When a step has been approved, as FEEL. */
export function approvedWhen(id: string, pass: Pass): string {
  switch (pass.of) {
    case 'any':
      return `${id}.outcome = "approve"`
    case 'all':
      return `${id}.nrRejected = 0`
    case 'count':
      return `${id}.nrApproved >= ${pass.count}`
    case 'percent':
      return `${id}.nrApproved * 100 >= ${pass.percent} * ${id}.nrOfInstances`
  }
}

/** The rule that is written like this; null where the list has no words for it. */
export function passOf(decided: string): Pass | null {
  const numbers = /^nrApproved (?:>= (\d+) or|\* 100 >= (\d+) \*) /.exec(decided)
  const [, count, percent] = numbers ?? []
  const pass: Pass =
    count !== undefined
      ? { of: 'count', count: Number(count) }
      : percent !== undefined
        ? { of: 'percent', percent: Number(percent) }
        : { of: 'all' }
  return decidedWhen(pass) === decided ? pass : null
}

/** A time limit from its attributes; null without one, undefined where both are given. */
export function timeOf(
  duration: string | undefined,
  workingDays: string | undefined,
): Time | null | undefined {
  if (duration !== undefined && workingDays !== undefined) return undefined
  if (workingDays !== undefined) return { workingDays: Number(workingDays) }
  return duration === undefined ? null : { duration }
}
