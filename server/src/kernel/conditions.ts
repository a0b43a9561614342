import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** All conditions that are there: a filter that nobody gave is `given && sql…`. */
export function allOf(
  ...conditions: (RawBuilder<unknown> | undefined | null | false | '')[]
): RawBuilder<SqlBool> {
  const there = conditions.filter(
    (each) => each !== undefined && each !== null && each !== false && each !== '',
  )
  return there.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(there, sql` and `)})`
}

/** The words of what somebody typed into a search, in lower case. */
export const wordsOf = (keyword: string): string[] => keyword.toLowerCase().match(/\S+/g) ?? []

/**
 * Whether a text contains each word of the keyword, in any order and in upper or lower case, or the names of `tables`
 * sound like it: hlg and hongliugou are 红柳沟. These are aliases of tables that keep `name_sounds`.
 */
export const mentions = (
  text: RawBuilder<unknown>,
  keyword: string | undefined,
  ...tables: string[]
): RawBuilder<SqlBool> => allOf(...wordsOf(keyword ?? '').map((word) => mentionsWord(text, word, tables)))

/** The same of one word, in lower case. */
export const mentionsWord = (
  text: RawBuilder<unknown>,
  word: string,
  tables: readonly string[] = [],
): RawBuilder<SqlBool> => {
  const sounds = tables.map((table) => sql`${sql.ref(`${table}.name_sounds`)} @@ (select app.heard(${word}))`)
  return sql<SqlBool>`(${sql.join([sql`strpos(${comparable(text, word)}, ${word}) > 0`, ...sounds], sql` or `)})`
}

/** A text as a word in lower case is found in it. Only words with letters beyond ASCII need the slow lower case. */
function comparable(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  if (word === word.toUpperCase()) return text
  return /^[\x21-\x7e]+$/.test(word) ? sql`lower((${text}) collate "C")` : sql`lower(${text})`
}
