import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { plainFailure } from '../../kernel/envelopes.ts'
import type { Kernel } from '../../kernel/serve.ts'
import { sendFile } from '../../kernel/send-file.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { rateOf } from '../../platform/security.ts'
import type { Db } from '../../platform/postgres.ts'
import { isShownInline } from './media-type.ts'
import { answerOf } from './rows.ts'
import { LINKS, signatureOf, signingKey } from './signature.ts'

const linkQuery = z.object({
  tenant: z.coerce.number().int().positive().max(2_147_483_647),
  expires: z.coerce.number().int().positive(),
  signature: z.string(),
})

/** `GET /api/oss/link/<path>?tenant=…&expires=…&signature=…`; expires in seconds since 1970. */
export function serveLinks(app: FastifyInstance, kernel: Kernel): void {
  const config = rateOf(kernel.env, 'read')
  app.get(`/api${LINKS}*`, { config }, (request, reply) => serveLink(kernel, request, reply))
}

async function serveLink(kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const now = kernel.clock.now()
  const query = linkQuery.safeParse(request.query)
  if (!query.success) return refuse(reply)
  const { tenant, expires, signature } = query.data
  const path = (request.params as { '*': string })['*']
  const transaction = await Transaction.begin(kernel.pool, 'query')
  let file: Awaited<ReturnType<typeof findFile>>
  try {
    const right = signatureOf(await signingKey(transaction.db), { tenant, path, expires })
    if (!isSame(signature, right) || expires * 1000 <= now.getTime()) return refuse(reply)
    await transaction.enterTenant(tenant)
    file = await findFile(transaction.db, path)
  } finally {
    await transaction.rollback()
  }
  if (!file) return reply.code(404).send(plainFailure(404, '很抱歉，资源未找到!'))
  void reply
    .header('cache-control', `private, max-age=${expires - Math.floor(now.getTime() / 1000)}`)
    // Pages of ours may stand at another address than the calls.
    .header('cross-origin-resource-policy', 'cross-origin')
  return sendFile(reply, answerOf(kernel.env, file), { inline: isShownInline(file.media_type) })
}

const findFile = (db: Db, path: string) =>
  db
    .selectFrom('stored_file')
    .select(['path', 'file_name', 'media_type', 'size'])
    .where('path', '=', path)
    .executeTakeFirst()

const refuse = (reply: FastifyReply) => reply.code(403).send(plainFailure(403, '拒绝访问'))

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
