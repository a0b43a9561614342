import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { NamedStatements } from '@heliodesk/server/platform/named-statements.ts'

/**
 * Loaded before the server (`node --import`): each statement of a call is written to the file RECORD_FILE as a line of
 * JSON, `{"text": SQL, "values": [...]}`, so that the floor can repeat them.
 */
const file = process.env.RECORD_FILE
if (!file) throw new Error('RECORD_FILE must name the file for the statements')

/** Background jobs run statements meanwhile, which are none of the call's. */
const isCall = new AsyncLocalStorage<true>()
subscribe('http.server.request.start', () => isCall.enterWith(true))

// eslint-disable-next-line typescript/unbound-method -- it is called on its own object below
const { executeQuery } = NamedStatements.prototype
NamedStatements.prototype.executeQuery = async function <R>(
  this: NamedStatements,
  compiled: Parameters<typeof executeQuery>[0],
) {
  if (isCall.getStore())
    appendFileSync(file, `${JSON.stringify({ text: compiled.sql, values: compiled.parameters })}\n`)
  return executeQuery.call<NamedStatements, [typeof compiled], ReturnType<typeof executeQuery<R>>>(
    this,
    compiled,
  )
}
