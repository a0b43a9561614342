import { z } from 'zod'
import type { Who } from '../../kernel/context.ts'

const scope = z.object({
  hasAllData: z.boolean(),
  orgCode: z.string(),
  relatedPsas: z.array(z.string()),
  /** What the data roles left, as text. */
  rows: z.string().default('null'),
  columns: z.record(z.string(), z.string()).default({}),
})

type Scoped = Pick<Who, 'hasAllData' | 'orgCode' | 'relatedPsas' | 'narrowing'>

const rowsOf = ({ narrowing }: Pick<Who, 'narrowing'>) => JSON.stringify(narrowing?.rows ?? null)

/** The data scope of a file, in the form that `covers` reads. */
export const scopeOf = (who: Scoped): z.output<typeof scope> => ({
  hasAllData: who.hasAllData,
  orgCode: who.orgCode,
  relatedPsas: who.relatedPsas,
  rows: rowsOf(who),
  columns: who.narrowing?.columns ?? {},
})

/** Whether a person still sees everything in a file; a file without a recorded scope may contain everything. */
export function covers(who: Scoped, made: unknown): boolean {
  const then = scope.safeParse(made).data
  return then === undefined
    ? who.hasAllData && who.narrowing === null
    : reaches(who, then) && shows(who, then)
}

function reaches(who: Scoped, then: z.output<typeof scope>): boolean {
  if (who.hasAllData) return true
  if (then.hasAllData) return false
  const related = new Set(who.relatedPsas)
  return then.orgCode.startsWith(who.orgCode) && then.relatedPsas.every((psa) => related.has(psa))
}

/** Whether data roles hide nothing now that they showed then. */
function shows({ narrowing }: Scoped, then: z.output<typeof scope>): boolean {
  if (narrowing?.rows && rowsOf({ narrowing }) !== then.rows) return false
  const hidden = new Map(Object.entries(then.columns))
  return Object.entries(narrowing?.columns ?? {}).every(([column, effect]) =>
    ['hide', effect].includes(hidden.get(column) ?? 'show'),
  )
}
