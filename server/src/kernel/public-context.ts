import type { FastifyRequest } from 'fastify'
import { clientOf } from './client.ts'
import type { Kernel, PublicCtx } from './context.ts'
import type { Transaction } from './transaction.ts'

/** The context of domain functions for requests without a session; one transaction. */
export const publicContext = (
  kernel: Kernel,
  request: FastifyRequest,
  transaction: Transaction,
  now: Date,
): PublicCtx => ({
  db: transaction.db,
  now,
  log: request.log,
  env: kernel.env,
  client: clientOf(request),
  file: null,
  cookies: new Map(),
  seen: [],
  enterTenant: (tenantId) => transaction.enterTenant(tenantId),
})
