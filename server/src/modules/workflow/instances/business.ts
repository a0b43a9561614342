import type { PublicCtx } from '../../../kernel/context.ts'
import { entryOf } from '../../../platform/certain.ts'
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

export const businessOf = (type: string): Business => entryOf(registered, type)

export const businessTitles = (): { type: string; title: string }[] =>
  [...registered].map(([type, { title }]) => ({ type, title }))
