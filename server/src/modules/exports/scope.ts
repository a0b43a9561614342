import { z } from 'zod'
import type { Who } from '../../kernel/context.ts'

const scope = z.object({ hasAllData: z.boolean(), orgCode: z.string(), relatedPsas: z.array(z.string()) })

/** The data scope of a file, in the form that `covers` reads. */
export const scopeOf = ({ hasAllData, orgCode, relatedPsas }: Who): z.output<typeof scope> => ({
  hasAllData,
  orgCode,
  relatedPsas,
})

/** Whether a person still sees everything in a file; a file without a recorded scope may contain everything. */
export function covers(who: Pick<Who, 'hasAllData' | 'orgCode' | 'relatedPsas'>, made: unknown): boolean {
  if (who.hasAllData) return true
  const then = scope.safeParse(made).data
  if (!then || then.hasAllData) return false
  const related = new Set(who.relatedPsas)
  return then.orgCode.startsWith(who.orgCode) && then.relatedPsas.every((psa) => related.has(psa))
}
