import { PostgresQueryCompiler, type AliasNode, type OperationNode, type RootOperationNode } from 'kysely'
import { NamedStatements } from '../src/platform/named-statements.ts'
import { isRaw, templateKey, type Executed } from './statement-log.ts'

type Noted = Omit<Executed, 'nulls'> & { nulls: Set<string> }

/** What ran since `startNotes`. */
export type Notes = { statements: Map<string, Noted>; templates: Set<string> }

const noNotes = (): Notes => ({ statements: new Map(), templates: new Set() })

let notes = noNotes()

/** From now on, statements that the server executes in this process are noted here. */
export const startNotes = (): Notes => (notes = noNotes())

// Modules stay loaded between test files, so that statements are noted once, however many files a worker has run.
// eslint-disable-next-line typescript/unbound-method -- it is called on its own object below
const { executeQuery } = NamedStatements.prototype
NamedStatements.prototype.executeQuery = async function <R>(
  this: NamedStatements,
  compiled: Parameters<typeof executeQuery>[0],
) {
  const { nulls } = notes.statements.get(compiled.sql) ?? note(compiled.sql, compiled.query)
  const result = await executeQuery.call<
    NamedStatements,
    [typeof compiled],
    ReturnType<typeof executeQuery<R>>
  >(this, compiled)
  for (const row of result.rows)
    for (const [name, value] of Object.entries(row as object)) if (value === null) nulls.add(name)
  return result
}

function note(sql: string, query: RootOperationNode): Noted {
  const noted: Noted = { template: null, columns: [], nulls: new Set() }
  notes.statements.set(sql, noted)
  noteParts(query, noted)
  if (isRaw(query)) {
    noted.template = templateKey(query.sqlFragments)
    // The rows of a cursor come from its statement.
    const last = query.parameters.at(-1)
    if (query.sqlFragments[0] === 'declare ' && last && isQuery(last)) {
      noted.columns = []
      note(new PostgresQueryCompiler().compileQuery(last, { queryId: '' }).sql, last)
    }
  }
  return noted
}

function noteParts(node: OperationNode, noted: Noted) {
  if (isRaw(node)) notes.templates.add(templateKey(node.sqlFragments))
  if (isAlias(node) && isRaw(node.node) && isName(node.alias))
    noted.columns.push({ name: node.alias.name, template: templateKey(node.node.sqlFragments) })
  for (const part of Object.values(node).flat()) if (isNode(part)) noteParts(part, noted)
}

const isQuery = (node: OperationNode): node is RootOperationNode =>
  isRaw(node) || node.kind === 'SelectQueryNode'
const isNode = (part: unknown): part is OperationNode =>
  typeof part === 'object' && part !== null && 'kind' in part
const isAlias = (node: OperationNode): node is AliasNode => node.kind === 'AliasNode'
const isName = (node: OperationNode): node is OperationNode & { name: string } =>
  node.kind === 'IdentifierNode'
