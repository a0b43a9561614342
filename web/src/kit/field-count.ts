import type { z } from 'zod'

/** What says which record is meant; nobody fills it in. */
const KEYS = new Set(['id', 'version'])

/**
 * How many fields a form over this schema has. A list of records counts as the fields of one record, because it is
 * drawn as a table.
 */
export function fieldCount(schema: z.core.$ZodType): number {
  const { def } = (schema as z.core.$ZodTypes)._zod
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other type is one value
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape)
        .filter(([name]) => !KEYS.has(name))
        .reduce((sum, [, field]) => sum + fieldCount(field), 0)
    case 'array':
      return fieldCount(def.element)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return fieldCount(def.innerType)
    default:
      return 1
  }
}
