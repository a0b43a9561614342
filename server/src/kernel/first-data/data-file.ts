import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** A cell that holds `yes` or nothing. */
export const flag = z
  .literal('yes')
  .optional()
  .transform((cell) => cell !== undefined)

/** A cell with values that blanks separate; absent if it is empty. */
export const listOf = <Each extends z.ZodType>(each: Each) =>
  z.preprocess((cell) => (typeof cell === 'string' ? cell.split(' ') : cell), z.array(each).optional())

/**
 * Reads a CSV file whose first line names the columns; an empty cell counts as absent. Throws an error that names the
 * file, the row (from 0) and the column of a value that the schema refuses.
 */
export function readTable<Row extends z.ZodRawShape>(file: URL, row: Row): z.output<z.ZodObject<Row>>[] {
  const rows = parse(readFileSync(file), {
    columns: true,
    cast: (cell) => (cell === '' ? undefined : cell),
  })
  return check(file, z.array(z.strictObject(row)), rows)
}

/** Reads a JSON file; throws an error that names the file and the place of a value that the schema refuses. */
export const readJson = <Schema extends z.ZodType>(file: URL, schema: Schema): z.output<Schema> =>
  check(file, schema, JSON.parse(readFileSync(file, 'utf8')))

function check<Schema extends z.ZodType>(file: URL, schema: Schema, content: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(content)
  if (error) throw new Error(`${fileURLToPath(file)}:\n${z.prettifyError(error)}`)
  return data as z.output<Schema>
}
