/** Who may act on a step, or gets a copy, as a person reads it. */
export type Actor =
  | { kind: 'person'; id: string }
  | { kind: 'role'; code: string }
  /** Whoever holds a permission. */
  | { kind: 'right'; code: string }
  /** Who leads the department of the starter. */
  | { kind: 'superior' }
  | { kind: 'starter' }
  /** Who leads the department that a field names. */
  | { kind: 'head'; field: string }
  /** The people whom a field names; `single` for the first one only. */
  | { kind: 'field'; field: string; single?: boolean }
  /** An expression that this list cannot take apart. */
  | { kind: 'expression'; text: string }

/** The attributes of a step that say who may act; `collection` is the countersign's. */
export type ActorAttributes = Partial<
  Record<
    'assignee' | 'candidateUsers' | 'candidateRoles' | 'candidateRights' | 'candidateHeads' | 'collection',
    string
  >
>

const PATH = /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u
const ID = /^"(\d{1,18})"$/

/** Whether a text can be the name of a field. */
export const isField = (text: string): boolean => PATH.test(text)

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The people of an expression: an id, a field, or a list of these. */
function peopleIn(text: string | undefined, single = false): Actor[] {
  const whole = text?.trim() ?? ''
  if (whole === '') return []
  const list = /^\[([^[\]]*)\]$/.exec(whole)?.[1]
  const actors = (list === undefined ? [whole] : splitList(list)).map((part): Actor | null => {
    const id = ID.exec(part)?.[1]
    if (id) return { kind: 'person', id }
    if (part === 'starter') return { kind: 'starter' }
    if (!isField(part)) return null
    return single ? { kind: 'field', field: part, single } : { kind: 'field', field: part }
  })
  return actors.every((actor) => actor !== null) ? actors : [{ kind: 'expression', text: whole }]
}

export const actorsOf = (step: ActorAttributes): Actor[] => [
  ...peopleIn(step.assignee, true),
  ...peopleIn(step.collection),
  ...peopleIn(step.candidateUsers),
  ...splitList(step.candidateHeads ?? '').map((field): Actor =>
    field === 'starter' ? { kind: 'superior' } : { kind: 'head', field },
  ),
  ...splitList(step.candidateRoles ?? '').map((code): Actor => ({ kind: 'role', code })),
  ...splitList(step.candidateRights ?? '').map((code): Actor => ({ kind: 'right', code })),
]

const expressionOf = (actor: Actor): string[] => {
  switch (actor.kind) {
    case 'person':
      return [`"${actor.id}"`]
    case 'starter':
      return ['starter']
    case 'field':
      return [actor.field]
    case 'expression':
      return [actor.text]
    default:
      return []
  }
}

/** All six attributes; what is not set is undefined, and removed from the element. */
export function attributesOf(actors: readonly Actor[], countersigned: boolean): Required<ActorAttributes> {
  const people = actors.flatMap(expressionOf)
  const [only] = actors
  const isAlone =
    actors.length === 1 &&
    (only?.kind === 'starter' || only?.kind === 'person' || (only?.kind === 'field' && only.single))
  // A field on its own may hold several people, which a list around it would nest.
  const list = people.length > 1 || ID.test(people[0] ?? '') ? `[${people.join(', ')}]` : people[0]
  const joined = (codes: string[]) => (codes.length > 0 ? codes.join(',') : undefined)
  const attributes: { [Name in keyof ActorAttributes]: string | undefined } = {
    assignee: !countersigned && isAlone ? people[0] : undefined,
    candidateUsers: countersigned || isAlone ? undefined : list,
    // Of roles and heads alone the list is empty: each of their people signs.
    collection: countersigned ? (list ?? (actors.length > 0 ? '[]' : undefined)) : undefined,
    candidateHeads: joined(
      actors.flatMap((each) =>
        each.kind === 'superior' ? ['starter'] : each.kind === 'head' ? [each.field] : [],
      ),
    ),
    candidateRoles: joined(actors.flatMap((each) => (each.kind === 'role' ? [each.code] : []))),
    candidateRights: joined(actors.flatMap((each) => (each.kind === 'right' ? [each.code] : []))),
  }
  return attributes as Required<ActorAttributes>
}
