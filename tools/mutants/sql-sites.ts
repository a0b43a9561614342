/** One small change of a text: what a person could have written by mistake. Offsets count UTF-16 units. */
export interface Edit {
  start: number
  end: number
  text: string
  kind: string
}

const swapped = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['<>', '='],
  ['and', 'or'],
  ['or', 'and'],
  ['is null', 'is not null'],
  ['is not null', 'is null'],
  ['not exists', 'exists'],
  ['exists', 'not exists'],
  ['desc', 'asc'],
])

const operator = /(?<=[\s)])(?:<=|>=|<>|<|>)(?=[\s(])/g
const word = /\b(?:and|or|is null|is not null|not exists|exists|desc)\b/g
const equation = /\b(?:where|and|or|on|when|if|having)\s+(?:[^\s()=<>]+|\w+\([^()]*\))\s(=)\s/g
const lock = /\bfor (?:no key )?update(?! of)\b/g
/** A condition up to the end of its line, of its parentheses or to the next keyword. */
const condition =
  /\band\s+(?:[^()\n;]|\([^()\n]*\))+?(?=\s+(?:and|or|order|group|limit|for|returning|then)\b|\s*(?:[\n);]|$))/g

/** Every edit of a piece of SQL. Comments and texts in quotation marks are left alone. */
export function sqlEdits(source: string): Edit[] {
  const sql = withoutTexts(source)
  const kept = new Set([...sql.matchAll(/\bbetween\b[^]*?\b(and)\b/g)].map((found) => endOf(found) - 3))
  for (const found of sql.matchAll(/\bcreate (or) replace\b/g)) kept.add(found.index + 7)
  const edits: Edit[] = []
  const add = (start: number, end: number, text: string, kind: string) => {
    if (!kept.has(start)) edits.push({ start, end, text, kind })
  }
  for (const pattern of [operator, word])
    for (const found of sql.matchAll(pattern)) {
      const other = swapped.get(found[0])!
      add(found.index, endOf(found), other, `SQL ${found[0]} → ${other}`)
    }
  for (const found of sql.matchAll(equation)) {
    const start = endOf(found) - 2
    add(start, start + 1, '<>', 'SQL = → <>')
  }
  for (const found of sql.matchAll(lock)) add(found.index, endOf(found), '', 'SQL lock removed')
  for (const found of sql.matchAll(condition))
    if (!/\bbetween\b/.test(found[0])) add(found.index, endOf(found), '', 'SQL condition removed')
  return edits
}

const endOf = (found: RegExpMatchArray) => found.index! + found[0].length

/** The same SQL with blanks in place of comments and quoted texts. */
function withoutTexts(sql: string): string {
  return sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (text) => text.replaceAll(/[^\n]/g, ' '))
}

const defined = /\bcreate (?:or replace )?(?:function|procedure)\s+([\w.]+)[^]*?\$\$([^]*?)\$\$/gi

/**
 * The edits of the migrations: bodies of functions, unless a later migration defines the function again, and checks of
 * columns and tables. `files` are in the order in which they run.
 */
export function migrationEdits(files: readonly { path: string; text: string }[]): Map<string, Edit[]> {
  const bodies = new Map<string, { path: string; start: number; text: string }>()
  const edits = new Map<string, Edit[]>(files.map(({ path }) => [path, []]))
  const add = (path: string, start: number, text: string) =>
    edits.get(path)!.push(...sqlEdits(text).map((edit) => moved(edit, start)))
  for (const { path, text } of files) {
    for (const found of text.matchAll(defined)) {
      const start = endOf(found) - 2 - found[2]!.length
      bodies.set(found[1]!.toLowerCase(), { path, start, text: found[2]! })
    }
    for (const found of text.matchAll(/\bcheck (\([^\n]*\))/g)) add(path, found.index + 6, found[1]!)
  }
  for (const { path, start, text } of bodies.values()) add(path, start, text)
  return edits
}

export const moved = (edit: Edit, by: number): Edit => ({
  ...edit,
  start: edit.start + by,
  end: edit.end + by,
})
