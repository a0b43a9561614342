import type { Env } from '../../env.ts'
import { entryOf } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import type { Entered } from '../transaction.ts'

/** A demo company that is being filled, in a transaction inside it. */
export type DemoCompany = { db: Db; name: string; now: Date; passwordHash: string }

/** What a module puts into companies. Every function but `afterDemo` works inside one company. */
export type FirstData = {
  /** Names of the modules whose demo rows these demo rows refer to. */
  after?: readonly string[]
  /** Adds the rows that every company starts with. */
  standard?: (db: Db) => Promise<void>
  /** Adds to an existing company what a newer version brought; runs at every start. */
  renew?: (db: Db) => Promise<void>
  /** Adds rows as if the people of the company had used the module for a year. */
  demo?: (company: DemoCompany) => Promise<void>
  /** Runs after all demo companies are filled, in the same transaction. */
  afterDemo?: (db: Db) => Promise<void>
  /** Adds files to demo companies once the storage is open; runs at every start. */
  demoFiles?: (company: DemoFiles) => Promise<void>
}

export type DemoFiles = {
  db: Db
  env: Env
  now: Date
  /** Acts as this user from here on. */
  actAs: (userId: string) => Promise<Entered | null>
}

const offered = new Map<string, FirstData>()

/** Registers the first data of a module. */
export function offerFirstData(module: string, data: FirstData): void {
  offered.set(module, data)
}

/** The first data of all modules, each after those that it refers to. */
export const allFirstData = (): FirstData[] => inOrder(offered)

/** Throws if one refers to an unknown module, or if they refer to each other. */
export function inOrder(given: ReadonlyMap<string, FirstData>): FirstData[] {
  const placed = new Map<string, FirstData>()
  const place = (module: string, waiting: readonly string[]) => {
    if (placed.has(module)) return
    const path = [...waiting, module]
    if (waiting.includes(module)) throw new Error(`first data refer to each other: ${path.join(' → ')}`)
    const data = entryOf(given, module)
    for (const other of data.after ?? []) place(other, path)
    placed.set(module, data)
  }
  for (const module of given.keys()) place(module, [])
  return [...placed.values()]
}
