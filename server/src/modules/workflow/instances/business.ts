import type { FormField } from '@heliodesk/contract/form-fields.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, PublicCtx, Who } from '../../../kernel/context.ts'
import { present } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Refusal } from '../engine/file.ts'
import type { Process, Variables } from '../engine/process.ts'
import type { Happened, Signer, Status } from '../engine/state.ts'

/** What became of an instance by a step. */
export type Moved = {
  instanceId: string
  businessId: string
  status: Status
  /** The state of the business row that the open steps name; null if none does. */
  businessState: string | null
  variables: Variables
}

/** The state of an instance after a step. */
export type Reached = Pick<Moved, 'status' | 'businessState'>

export type StepCtx = Pick<PublicCtx, 'db' | 'now'>

/** What runs where a process has a service task, in the transaction of the step; answers variables to set. */
export type Service = (ctx: StepCtx, businessId: string, variables: Variables) => Promise<Variables>

/** A kind of rows that processes decide about. */
export type Business = {
  /** What lists call it. */
  title: string
  /**
   * Writes the new state into the business row, in the transaction of the step that begins, ends or changes it. Left out
   * where the calls of the rows write it themselves.
   */
  moved?: (ctx: StepCtx, moved: Moved) => Promise<void>
  /** Steps are taken by calls of the rows only, which ask for more than an opinion. */
  hasOwnCalls?: boolean
  /** Why who started an instance takes no step of it, whoever offers it to them; left out where they may. */
  starterBarred?: string
  /** Locks a row before anybody locks its instance, as the calls of the rows do. */
  lock?: (ctx: StepCtx, businessId: string) => Promise<void>
  /** Who signs a step of which the row itself says so; null where the definition does. */
  signersOf?: (state: string | null, variables: Variables) => readonly Signer[] | null
  /** Whether the person sees the row of instance `i`: everybody who does may look at its process, and nobody else. */
  isReadable?: (who: Who) => RawBuilder<SqlBool>
  /** Whether the open step of instance `i` is the person's next, where being a candidate is not enough. */
  isTodo?: (asker: Pick<Ctx, 'now' | 'who'>) => RawBuilder<SqlBool>
  /** What happened to a row that ended before it had a process. */
  past?: (ctx: Pick<StepCtx, 'db'>, businessId: string, process: Process) => Promise<readonly Happened[]>
  /** Why a step is not decided together with others, such as one that has a form; null if it may be. */
  alone?: (step: { node: string }) => string | null
  /** By the name that service tasks give. */
  services?: ReadonlyMap<string, Service>
}

const registered = new Map<string, Business>()

/** Lets processes run for a type of business rows. Called once, by the module that has the rows. */
export function registerBusiness(type: string, business: Business): void {
  registered.set(type, business)
}

type Forms = Business & {
  /** The fields of the forms in use, by their keys. */
  inUse: (db: Db) => Promise<{ key: string; fields: FormField[] }[]>
}
let ofForms: Forms | null = null

/** Lets processes run for requests whose forms companies define: every type that has no business of its own. */
export function registerForms(forms: Forms): void {
  ofForms = forms
}

/** Whether rows of a type are requests that people filled in. */
export const isForm = (type: string): boolean => !registered.has(type)

export const businessOf = (type: string): Business => registered.get(type) ?? present(ofForms)

const rules = new Map<string, (process: Process) => readonly Refusal[]>()

/** Refuses versions of a process that its business rows could not follow. */
export function registerRule(key: string, rule: (process: Process) => readonly Refusal[]): void {
  rules.set(key, rule)
}

export const ruleOf = (key: string): ((process: Process) => readonly Refusal[]) =>
  rules.get(key) ?? (() => [])

/** A condition on instance `i` that depends on the type of its row; `otherwise` for types that have none. */
function byType(
  conditionOf: (business: Business) => RawBuilder<SqlBool> | undefined,
  otherwise: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const own = [...registered].flatMap(([type, business]) => {
    const condition = conditionOf(business)
    return condition ? [sql`when ${sql.lit(type)} then ${condition}`] : []
  })
  return own.length === 0
    ? otherwise
    : sql<SqlBool>`(case i.business_type ${sql.join(own, sql` `)} else ${otherwise} end)`
}

const ALL = sql<SqlBool>`true`

/** Whether the person sees what instance `i` is about; `otherwise` where the row says nothing of it. */
export const seesRow = (who: Who, otherwise = ALL): RawBuilder<SqlBool> =>
  byType(({ isReadable }) => isReadable?.(who), otherwise)

/** Whether nothing in the row of instance `i` keeps its open step from being the caller's next. */
export const isNextInRow = (asker: Pick<Ctx, 'now' | 'who'>): RawBuilder<SqlBool> =>
  byType(({ isTodo }) => isTodo?.(asker), ALL)

/** The types whose steps are taken by calls of their rows only. */
export const typesWithOwnCalls = (): string[] =>
  [...registered].flatMap(([type, { hasOwnCalls }]) => (hasOwnCalls ? [type] : []))

export const businessTitles = (): { type: string; title: string }[] =>
  [...registered].map(([type, { title }]) => ({ type, title }))

export const formsOf = (db: Db): ReturnType<Forms['inUse']> => present(ofForms).inUse(db)

/** The names of all services that service tasks can give. */
export const serviceNames = (): string[] =>
  [...new Set([...registered.values()].flatMap(({ services }) => [...(services?.keys() ?? [])]))].toSorted()
