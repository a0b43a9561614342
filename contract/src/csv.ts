/** CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, without which they would guess the encoding. */

export const BYTE_ORDER_MARK = '\uFEFF'

/** Characters that begin a formula, full-width and small forms included, also after invisible characters. */
const FORMULA =
  /^(?:[\t\r\n]|[\s\p{C}\p{Z}\p{DI}\u2800]*[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/u

type Field = string | number | null

/** One line with its line ending; a text that looks like a formula gets an apostrophe in front. */
export const csvLine = (fields: readonly Field[]): string => `${fields.map(fieldOf).join(',')}\r\n`

function fieldOf(field: Field): string {
  if (field === null) return ''
  if (typeof field === 'number') return String(field)
  const safe = FORMULA.test(field) ? `'${field}` : field
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The lines of a whole file, with the byte order mark. */
export const csvOf = (lines: readonly (readonly Field[])[]): string =>
  BYTE_ORDER_MARK + lines.map(csvLine).join('')
