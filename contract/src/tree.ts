import { z } from 'zod'
import { alike } from './fields.ts'

/** What tree components read of a node. */
export const treeKeys = { ...alike(z.string(), 'key', 'value'), title: z.string() }

/** A row with the rows below it. */
export type TreeOf<Row> = Row & { children: TreeOf<Row>[] }

/** The schema of a node of these fields and its children; `name` is its name in the OpenAPI document. */
export function treeOf<Row extends z.ZodObject>(name: string, row: Row): z.ZodType<TreeOf<z.output<Row>>> {
  const node: z.ZodType = z.lazy(() => row.extend({ children: z.array(node) })).meta({ id: name })
  return node as z.ZodType<TreeOf<z.output<Row>>>
}
