import { PostgresQueryCompiler, type AliasNode, type OperationNode, type RootOperationNode } from 'kysely'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { NamedStatements } from '../src/platform/named-statements.ts'
import { isRaw, templateKey, type Executed, type StatementLog } from './statement-log.ts'

// Logs each statement that the server executes in this test file.

type Noted = Omit<Executed, 'nulls'> & { nulls: Set<string> }
const statements = new Map<string, Noted>()
const templates = new Set<string>()

// eslint-disable-next-line typescript/unbound-method -- it is called on its own object below
const { executeQuery } = NamedStatements.prototype
NamedStatements.prototype.executeQuery = async function <R>(
  this: NamedStatements,
  compiled: Parameters<typeof executeQuery>[0],
) {
  const { nulls } = statements.get(compiled.sql) ?? note(compiled.sql, compiled.query)
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
  statements.set(sql, noted)
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
  if (isRaw(node)) templates.add(templateKey(node.sqlFragments))
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

afterAll(async () => {
  const log: StatementLog = {
    testFile: expect.getState().testPath!,
    statements: Object.fromEntries(
      [...statements].map(([sql, { nulls, ...noted }]) => [sql, { ...noted, nulls: [...nulls] }]),
    ),
    templates: [...templates],
  }
  await writeFile(join(inject('statementLogs'), `${randomUUID()}.json`), JSON.stringify(log))
})
