import { own } from '@heliodesk/contract/own.ts'
import type { z } from 'zod'

/** The Chinese name of a setting in the contract. */
export const titleOf = (schema: z.ZodObject, name: string): string =>
  (own(schema.shape, name) as z.ZodType | undefined)?.meta()?.title ?? name
