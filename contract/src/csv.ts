/** CSV (RFC 4180) as spreadsheets take it; in UTF-8 with a byte order mark, which makes them read it as that. */

export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet would take for a formula and carry out. */
const FORMULA = /^[=+\-@\t\r]/

type Field = string | number | null

/** One line with its end; texts that look like a formula begin with an apostrophe. */
export const csvLine = (fields: readonly Field[]): string => `${fields.map(fieldOf).join(',')}\r\n`

function fieldOf(field: Field): string {
  if (field === null) return ''
  if (typeof field === 'number') return String(field)
  const safe = FORMULA.test(field) ? `'${field}` : field
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A whole file. */
export const csvOf = (lines: readonly (readonly Field[])[]): string =>
  BYTE_ORDER_MARK + lines.map(csvLine).join('')
