import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { DomainError, type Kernel } from '../../kernel/context.ts'
import { plainFailure } from '../../kernel/envelopes.ts'
import { sendFile } from '../../kernel/send-file.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { rateOf } from '../../platform/security.ts'
import type { Db } from '../../platform/postgres.ts'
import { isAdmitted, isGuarded } from './guards.ts'
import { isShownInline } from './kinds.ts'
import { answerOf, smallerAnswer, SMALLER_TYPE } from './rows.ts'
import { LINKS, signatureOf, signingKey, type LinkSize } from './signature.ts'

const linkQuery = z.object({
  tenant: z.coerce.number().int().positive().max(2_147_483_647),
  expires: z.coerce.number().int().positive(),
  size: z.enum(['whole', 'thumbnail', 'preview']).default('whole'),
  signature: z.string(),
})

/** `GET /api/oss/static/<path>?tenant=…&expires=…&signature=…`, with `size` of a smaller picture; expires in seconds since 1970. */
export function serveLinks(app: FastifyInstance, kernel: Kernel): void {
  const config = rateOf(kernel.env, 'read')
  app.get(`/api${LINKS}*`, { config }, (request, reply) => serveLink(kernel, request, reply))
}

async function serveLink(kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const now = kernel.clock.now()
  const query = linkQuery.safeParse(request.query)
  if (!query.success) return refuse(reply)
  const { tenant, expires, size, signature } = query.data
  const path = (request.params as { '*': string })['*']
  const transaction = await Transaction.begin(kernel.pool, 'query')
  let file: Awaited<ReturnType<typeof findFile>>
  try {
    const right = signatureOf(await signingKey(transaction.db), { tenant, path, expires, size })
    if (!isSame(signature, right) || expires * 1000 <= now.getTime()) return refuse(reply)
    await transaction.enterTenant(tenant)
    file = await findFile(transaction.db, path, size)
    if (file && !(await mayLeave(transaction, tenant, path, file))) return refuse(reply)
  } finally {
    await transaction.rollback()
  }
  if (!file) return notThere(reply)
  void reply
    .header('cache-control', `private, max-age=${expires - Math.floor(now.getTime() / 1000)}`)
    // The web client may have another origin than the API.
    .header('cross-origin-resource-policy', 'cross-origin')
  try {
    return await sendFile(reply, file.answer(kernel.env), { inline: isShownInline(file.mediaType) })
  } catch (error) {
    if (error instanceof DomainError) return notThere(reply.removeHeader('cache-control'))
    throw error
  }
}

/** Checks the guard for the person the file was made for, with that person's current permissions. */
async function mayLeave(
  transaction: Transaction,
  tenant: number,
  path: string,
  { purpose, createdBy }: { purpose: string; createdBy: string },
): Promise<boolean> {
  if (!isGuarded(purpose)) return true
  const entered = await transaction.actAs(tenant, createdBy, null)
  if (!entered || entered.who.mustChangePassword) return false
  return isAdmitted({ db: transaction.db, who: entered.who }, purpose, path)
}

const notThere = (reply: FastifyReply) => reply.code(404).send(plainFailure(404, '很抱歉，资源未找到!'))

async function findFile(db: Db, path: string, size: LinkSize) {
  const row = await db
    .selectFrom('stored_file as f')
    .innerJoin('file_blob as b', (join) =>
      join
        .onRef('b.tenant_id', '=', 'f.tenant_id')
        .onRef('b.path', '=', sql`coalesce(f.frame_path, f.blob_path)`),
    )
    .select(['f.file_name', 'f.media_type', 'f.size', 'f.sha256', 'f.blob_path', 'f.purpose', 'f.created_by'])
    .select(size === 'preview' ? 'b.preview_path as smaller' : 'b.thumbnail_path as smaller')
    .where('f.path', '=', path)
    .executeTakeFirst()
  if (!row) return null
  const made = { purpose: row.purpose, createdBy: row.created_by }
  if (size === 'whole')
    return { ...made, mediaType: row.media_type, answer: (env: Env) => answerOf(env, row) }
  const { smaller } = row
  if (smaller === null) return null
  return {
    ...made,
    mediaType: SMALLER_TYPE,
    answer: (env: Env) => smallerAnswer(env, smaller, row.file_name),
  }
}

const refuse = (reply: FastifyReply) => reply.code(403).send(plainFailure(403, '拒绝访问'))

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
