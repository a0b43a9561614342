import type { Call } from '@heliodesk/contract/call.ts'
import { CHANGES_PATH } from '@heliodesk/contract/changes.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { rateOf } from '../platform/security.ts'
import { MOST_STREAMS, type Changes } from './changes.ts'
import { clientOf } from './client.ts'
import type { Kernel, Module, Who } from './context.ts'
import { plainFailure } from './envelopes.ts'
import { PasswordChangeDue, SignedOut } from './errors.ts'
import { readApiToken } from './token.ts'
import { Transaction } from './transaction.ts'

type Streaming = Pick<Kernel, 'pool' | 'env' | 'clock'> & { changes: Changes }

/** Serves the stream of changes (contract/src/changes.ts), authenticated like a call. */
export function serveChanges(app: FastifyInstance, kernel: Streaming, modules: readonly Module[]): void {
  const { changes, clock } = kernel
  const readers = readersOf(modules.flatMap(({ calls }) => Object.values(calls)))
  app.addHook('preClose', (done) => {
    changes.close()
    done()
  })
  app.get(
    `/api${CHANGES_PATH}`,
    { config: rateOf(kernel.env, 'read'), exposeHeadRoute: false },
    async (request, reply) => {
      const { token } = clientOf(request)
      // A program's token opens no window.
      if (!token || readApiToken(token)) throw new SignedOut()
      const look = () => visibleTo(kernel, readers, token, clock.now())
      const seen = await look()
      if (!seen) throw new SignedOut()
      const { who, entities } = seen
      if (who.mustChangePassword) throw new PasswordChangeDue()
      if (!changes.hears) return reply.code(503).send(plainFailure(503, '暂时收不到更新'))
      if (changes.streamsOf(who.tenantId, who.userId) >= MOST_STREAMS)
        return reply.code(429).send(plainFailure(429, '打开的窗口过多'))
      reply.hijack()
      const { raw: response } = reply
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Proxies of the nginx family would hold events back.
        'x-accel-buffering': 'no',
      })
      const known = [...entities].toSorted().join()
      const stands = async () => {
        const now = await look()
        return now !== null && !now.who.mustChangePassword && [...now.entities].toSorted().join() === known
      }
      changes.add(
        { tenantId: who.tenantId, userId: who.userId, response, entities, stands },
        ageOf(request.query),
      )
      return reply
    },
  )
}

/** Who may read an entity: everybody who is signed in, or the holders of one of some permissions. */
type Readers = ReadonlyMap<string, 'all' | ReadonlySet<string>>

function readersOf(calls: readonly Call[]): Readers {
  const readers = new Map<string, 'all' | Set<string>>()
  for (const { kind, access, entities } of calls) {
    if (kind !== 'query' || access === 'public') continue
    for (const entity of entities) {
      const known = readers.get(entity) ?? new Set()
      if (access === 'signedIn') readers.set(entity, 'all')
      else readers.set(entity, known === 'all' ? known : known.add(access.perm))
    }
  }
  return readers
}

type Seen = { who: Who; entities: ReadonlySet<string> }

/** The person of a session and the entities that some call shows them; null without a session that stands. */
async function visibleTo(
  { pool }: Streaming,
  readers: Readers,
  token: string,
  now: Date,
): Promise<Seen | null> {
  const { transaction, entered } = await Transaction.enter(pool, {
    kind: 'query',
    token,
    address: '',
    perm: null,
    now,
  })
  try {
    if (!entered) return null
    const { who } = entered
    const codes = [...new Set([...readers.values()].flatMap((perms) => (perms === 'all' ? [] : [...perms])))]
    const { rows } = await sql<{ code: string }>`
      select code from unnest(${codes}::text[]) as asked (code)
      where app.is_granted(${who.userId}::bigint, code)`.execute(transaction.db)
    const held = new Set(rows.map(({ code }) => code))
    const entities = [...readers]
      .filter(([, perms]) => perms === 'all' || [...perms].some((code) => held.has(code)))
      .map(([entity]) => entity)
    return { who, entities: new Set(entities) }
  } finally {
    await transaction.rollback()
  }
}

/** For how long the window may have missed changes, in milliseconds; without a usable number for ever. */
function ageOf(query: unknown): number {
  const { age } = query as { age?: unknown }
  return typeof age === 'string' && /^\d{1,12}$/.test(age) ? Number(age) : Infinity
}
