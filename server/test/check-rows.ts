import pg from 'pg'
import { queryAll } from '../src/platform/postgres.ts'
import { provenColumns, readCatalog, type Catalog } from './nullability.ts'
import type { Kinds, TypedSql } from './row-types.ts'
import type { Executed, StatementLog } from './statement-log.ts'

type Column = { name: string; type: string; isProven: boolean }

/** JavaScript's kind of value for PostgreSQL's type, as `platform/postgres.ts` has them read. */
const KINDS = new Map(
  Object.entries({
    boolean: ['boolean'],
    number: ['smallint', 'integer', 'real', 'double precision', 'numeric', 'oid'],
    string: [
      'text',
      'bigint',
      'character varying',
      'character',
      '"char"',
      'name',
      'uuid',
      'date',
      'time without time zone',
    ],
    Date: ['timestamp with time zone', 'timestamp without time zone'],
    Buffer: ['bytea'],
    any: ['json', 'jsonb'],
  }).flatMap(([kind, types]) => types.map((type) => [type, kind])),
)

const kindOf = (type: string): string =>
  type.endsWith('[]') ? `${kindOf(type.slice(0, -2))}[]` : (KINDS.get(type) ?? type)

/** Columns that are never null for a reason that PostgreSQL does not see. Unneeded lines are faults. */
const NEVER_NULL = new Set([
  // The functions return the number of the added job, and whole rows of jobs.
  'server/src/kernel/queue.ts *',
  // The function returns a row for an active user only.
  'server/src/kernel/transaction.ts *',
  // Each type and each space has a path.
  'server/src/modules/devices/rows.ts typePath',
  'server/src/modules/data-import/devices-plan.ts path',
  'server/src/modules/data-import/devices-plan.ts type_path',
  // The comparison with what is stored leaves out days without a value.
  'server/src/modules/data-import/generation-plan.ts place',
  // A check constraint gives every export that is done a file.
  'server/src/modules/exports/expiry.ts path',
  // The function returns one row.
  'server/src/modules/files/ownership.ts system_identifier',
  // What is stored, or else the parameter.
  'server/src/platform/login-role.ts password',
])

/**
 * Compares the types that the source gives to SQL with what PostgreSQL says of the statements that ran. With `isWhole`
 * (all tests ran), SQL that none of them executed is a fault too. Returns the faults as `path:line column: reason`.
 */
export async function findWrongRows(
  logs: StatementLog[],
  url: string,
  typed: TypedSql[],
  isWhole: boolean,
): Promise<string[]> {
  const unneeded = new Set(NEVER_NULL)
  const checked = new Set<string>()
  const faults = uncheckedIn(typed)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Older versions do not say what an outer join can null.
    const { rows: server } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (server[0]!.version < 160_000) return []
    const catalog = await readCatalog(client)
    for (const { text, nulls, uses } of usesOf(logs, typed)) {
      const columns = await describe(client, text, catalog)
      for (const use of uses) {
        checked.add(use.place)
        faults.push(...compare(use, columns, new Set(nulls), unneeded))
      }
    }
  } finally {
    await client.end()
  }
  if (isWhole) {
    const ran = new Set(logs.flatMap(({ templates }) => templates))
    const templates = typed.filter(({ template }) => template !== null)
    const isRun = ({ template }: TypedSql) => ran.has(template!)
    faults.push(
      ...templates.filter((each) => !isRun(each)).map(({ place }) => `${place}: no test executes this SQL`),
      ...templates
        .filter((each) => isRun(each) && each.row && !checked.has(each.place))
        .map(({ place }) => `${place}: a part of statements has no row`),
      ...[...unneeded].map((line) => `${line}: is in NEVER_NULL without need`),
    )
  }
  return [...new Set(faults)].toSorted()
}

const uncheckedIn = (typed: TypedSql[]) =>
  typed
    .filter(({ template, text }) => template === null && text === undefined)
    .map(({ place }) => `${place}: the text of the statement is not written here, so it cannot be checked`)

/** A type of the source, for all columns of a statement or for the one of this name. */
type Use = { place: string; row: Map<string, Kinds>; isWholeRow: boolean; isOpen?: boolean }

function usesOf(logs: StatementLog[], typed: TypedSql[]): { text: string; nulls: string[]; uses: Use[] }[] {
  const byTemplate = Map.groupBy(typed, ({ template }) => template)
  const rowsOf = (found: TypedSql[] = []) =>
    found.flatMap(({ place, row, isOpen }) => (row ? [{ place, row, isOpen, isWholeRow: true }] : []))
  const written = typed.flatMap((each) =>
    each.template === null && each.text !== undefined
      ? [{ text: each.text, nulls: [], uses: rowsOf([each]) }]
      : [],
  )
  const executed = [...mergeLogs(logs)].map(([text, { template, columns, nulls }]) => ({
    text,
    nulls,
    uses: [
      ...(template === null ? [] : rowsOf(byTemplate.get(template))),
      ...columns.flatMap((column) =>
        (byTemplate.get(column.template) ?? []).map(({ place, value }) => ({
          place,
          row: new Map([[column.name, value]]),
          isWholeRow: false,
        })),
      ),
    ],
  }))
  return [...written, ...executed].filter(({ uses }) => uses.length > 0)
}

function mergeLogs(logs: StatementLog[]): Map<string, Executed> {
  const merged = new Map<string, Executed>()
  for (const { statements } of logs)
    for (const [text, executed] of Object.entries(statements)) {
      const known = merged.get(text)
      if (known) known.nulls = [...new Set([...known.nulls, ...executed.nulls])]
      else merged.set(text, executed)
    }
  return merged
}

/** A function cannot have more. The values of longer statements are taken for null. */
const MOST_ARGUMENTS = 100

/** Has PostgreSQL analyse a statement without executing it: as the body of a function, it keeps the parse tree. */
async function describe(client: pg.Client, text: string, catalog: Catalog): Promise<Column[]> {
  const ask = (statements: string) => queryAll(client, statements)
  try {
    const prepared = await ask(`begin; prepare described as ${text}\n;
      select parameter_types::text[] as takes, result_types::text[] as gives from pg_prepared_statements
      where name = 'described'`)
    const { takes, gives } = prepared.at(-1)!.rows[0] as { takes: string[]; gives: string[] }
    const isLong = takes.length > MOST_ARGUMENTS
    const body = isLong
      ? text.replaceAll(/\$(\d+)/g, (_all, at) => `(null::${takes[Number(at) - 1]!})`)
      : text
    const stored =
      await ask(`create function described(${isLong ? '' : takes.join(', ')}) returns void begin atomic ${body}\n; end;
      select prosqlbody::text as tree from pg_proc where oid = 'described'::regproc`)
    const { tree } = stored.at(-1)!.rows[0] as { tree: string }
    return provenColumns(tree, catalog).map((column, at) => ({ ...column, type: gives[at]! }))
  } catch (error) {
    throw new Error(`PostgreSQL does not describe: ${text}`, { cause: error })
  } finally {
    await client.query('rollback; deallocate all')
  }
}

function compare(use: Use, columns: Column[], nulls: Set<string>, unneeded: Set<string>): string[] {
  const { place, row, isWholeRow, isOpen = false } = use
  const [file] = place.split(':')
  const names = new Set(columns.map(({ name }) => name))
  const missing = [...row].filter(
    ([name, kinds]) => isWholeRow && !names.has(name) && !kinds.has('undefined'),
  )
  const isNeverNull = (name: string) => {
    const line = [`${file} ${name}`, `${file} *`].find((each) => NEVER_NULL.has(each))
    unneeded.delete(line ?? '')
    return line !== undefined
  }
  return [
    ...missing.map(([name]) => `${place} ${name}: not a column of the statement`),
    ...columns.flatMap(({ name, type, isProven }) => {
      const kinds = row.get(name)
      if (!kinds) return isWholeRow && !isOpen ? [`${place} ${name}: not in the type`] : []
      if (kinds.has('any')) return []
      const kind = kindOf(type)
      const others = [...kinds].filter((each) => !['null', 'undefined', kind, 'any[]'].includes(each))
      const mayBeNull = !kinds.has('null') && (nulls.has(name) || !(isProven || isNeverNull(name)))
      return [
        ...(kind === 'any' || others.length === 0
          ? []
          : [`${place} ${name}: ${type} is ${kind}, not ${others.join(' | ')}`]),
        ...(mayBeNull ? [`${place} ${name}: may be null`] : []),
      ]
    }),
  ]
}
