import type { Call } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../platform/postgres.ts'
import type { Client, Seen, Who } from './context.ts'
import { describeDevice } from './device.ts'
import type { MissingRight } from './errors.ts'
import { inTransaction } from './transaction.ts'

type Caller = Pick<Client, 'address' | 'userAgent' | 'requestId'>

const NOT_OF_ADDRESSES = /[^0-9A-Fa-f:.]/g
const NOT_OF_NAMES = /[^A-Za-z0-9 ./_-]/g

/**
 * The SQL that tells a transaction what it is for: the triggers of the audit log (0181_audit.sql) write it down. Of what
 * clients send, only letters, digits and a few harmless signs are left.
 */
export function calling(call: string, client: Caller | null): string {
  const origin = {
    call: call.replaceAll(/[^A-Za-z0-9 ./:_-]/g, '').slice(0, 120),
    ...(client && {
      address: client.address.replaceAll(NOT_OF_ADDRESSES, '').slice(0, 45),
      agent: agentOf(client.userAgent),
      request: client.requestId.replaceAll(NOT_OF_NAMES, '').slice(0, 64),
    }),
  }
  return `select set_config('app.call', '${JSON.stringify(origin)}', true)`
}

export const callingOf = ({ method, path }: Pick<Call, 'method' | 'path'>, client: Caller): string =>
  calling(`${method} ${path}`, client)

/** Parsing takes longer than anything else here, and a process serves few kinds of clients. */
const agents = new Map<string, string>()
const MOST_AGENTS = 1000

function agentOf(userAgent: string): string {
  const known = agents.get(userAgent)
  if (known !== undefined) return known
  if (agents.size >= MOST_AGENTS) agents.clear()
  const agent = describeDevice(userAgent)
    .replaceAll('·', '/')
    .replaceAll(NOT_OF_NAMES, '')
    .trim()
    .slice(0, 60)
  agents.set(userAgent, agent)
  return agent
}

type Note = {
  kind: 'see' | 'export' | 'refuse' | 'edit'
  object: string
  record: string
  name: string
  changes: Record<string, unknown>
}

/** Records what changes no row, in the transaction of `db` and for its company and person. */
export async function noteAudit(db: Db, { kind, object, record, name, changes }: Note): Promise<void> {
  await sql`select app.note_audit(${kind}, ${object}, ${record}, ${name}, ${JSON.stringify(changes)})`.execute(
    db,
  )
}

/** Records reads of personal data in the transaction of `db`. */
export async function noteSeen(db: Db, seen: readonly Seen[]): Promise<void> {
  for (const { shown, ...each } of seen) await noteAudit(db, { ...each, kind: 'see', changes: { shown } })
}

/** The same in a transaction of its own: that of a query cannot write. */
export const noteSeenBy = (pool: pg.Pool, who: Who, origin: string, seen: readonly Seen[]): Promise<void> =>
  inTransaction(pool, ({ db }) => noteSeen(db, seen), { tenant: who.tenantId, first: asPerson(who, origin) })

/** Records that somebody was refused for a missing permission. */
export const noteRefusal = (pool: pg.Pool, { perm, who }: MissingRight, call: Call, client: Caller) =>
  inTransaction(
    pool,
    ({ db }) =>
      noteAudit(db, {
        kind: 'refuse',
        object: 'call',
        record: call.path,
        name: call.title,
        changes: { right: perm },
      }),
    {
      tenant: who.tenantId,
      first: asPerson({ ...who, sessionId: null }, callingOf(call, client)),
    },
  )

const asPerson = ({ userId, sessionId }: Pick<Who, 'userId' | 'sessionId'>, origin: string) =>
  `select set_config('app.user', '${BigInt(userId)}', true)` +
  (sessionId === null ? '' : `, set_config('app.session', '${sessionId}', true)`) +
  `; ${origin}`
