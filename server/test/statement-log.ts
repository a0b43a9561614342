import type { OperationNode, RawNode } from 'kysely'

/** What one test file executed; `check-rows.ts` compares it with the row types of the source. */
export type StatementLog = {
  testFile: string
  /** By text. */
  statements: Record<string, Executed>
  /** The templates that were part of any statement. */
  templates: string[]
}

export type Executed = {
  /** The template that is the whole statement, if it is raw SQL. */
  template: string | null
  /** The templates that are columns of a statement of Kysely's builder. */
  columns: { name: string; template: string }[]
  /** The columns in which a row had null. */
  nulls: string[]
}

/** A template is recognised by its text between the parameters. */
export const templateKey = (fragments: readonly string[]): string => fragments.join('\u0000')

export const isRaw = (node: OperationNode): node is RawNode => node.kind === 'RawNode'
