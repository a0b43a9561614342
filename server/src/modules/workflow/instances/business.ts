import type { FormField } from '@heliodesk/contract/form-fields.ts'
import type { PublicCtx } from '../../../kernel/context.ts'
import type { Db } from '../../../platform/postgres.ts'
import { present } from '../../../platform/certain.ts'
import type { Variables } from '../engine/process.ts'
import type { Status } from '../engine/state.ts'

/** What became of an instance by a step. */
export type Moved = {
  instanceId: string
  businessId: string
  status: Status
  /** The state of the business row that the open steps name; null if none does. */
  businessState: string | null
  variables: Variables
}

export type StepCtx = Pick<PublicCtx, 'db' | 'now'>

/** What runs where a process has a service task, in the transaction of the step; answers variables to set. */
export type Service = (ctx: StepCtx, businessId: string, variables: Variables) => Promise<Variables>

/** A kind of rows that processes decide about. */
export type Business = {
  /** What lists call it. */
  title: string
  /** Writes the new state into the business row, in the transaction of the step. */
  moved: (ctx: StepCtx, moved: Moved) => Promise<void>
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

export const businessTitles = (): { type: string; title: string }[] =>
  [...registered].map(([type, { title }]) => ({ type, title }))

export const formsOf = (db: Db): ReturnType<Forms['inUse']> => present(ofForms).inUse(db)

/** The names of all services that service tasks can give. */
export const serviceNames = (): string[] =>
  [...new Set([...registered.values()].flatMap(({ services }) => [...(services?.keys() ?? [])]))].toSorted()
