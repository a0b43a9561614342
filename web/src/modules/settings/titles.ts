import { own } from '@heliodesk/contract/own.ts'
import type { z } from 'zod'

/** The Chinese names of settings in the contract. */
export const titlesOf = (schema: z.ZodObject, names: readonly string[]): string[] =>
  names.map((name) => (own(schema.shape, name) as z.ZodType | undefined)?.meta()?.title ?? name)
