import type { ClientConfig } from '@heliodesk/contract/client-config.ts'
import { defaultSystemSettings } from '@heliodesk/contract/settings.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'
import type { Kernel } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { rateOf } from '../../platform/security.ts'
import { productAreas } from '../../menu.ts'
import { fileOf } from '../files/index.ts'
import { BRAND_COOKIE } from './shell.ts'

/**
 * Serves the settings that the web client needs before sign-in: the two base addresses of the specification, so that
 * moving the API needs no rebuild, and the branding of the browser's company.
 */
export function serveClientConfig(app: FastifyInstance, kernel: Kernel): void {
  const config = rateOf(kernel.env, 'read')
  app.get('/config.js', { config }, async (request, reply) => {
    const told: ClientConfig = { ...plainConfig(kernel.env), ...(await faceFor(kernel, request)) }
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'cookie')
      .send(`window.__HELIODESK__=${JSON.stringify(told)}\n`)
  })
}

const plainConfig = (env: Env): ClientConfig => ({
  apiBase: env.API_BASE,
  systemApiBase: env.SYSTEM_API_BASE,
  productName: defaultSystemSettings.productName,
  logoUrl: null,
  areas: productAreas,
  filingNumber: env.FILING_NUMBER,
  phoneLogin: true,
  appDownloadUrl: env.APP_DOWNLOAD_URL,
  captchaType: env.CAPTCHA_TYPE,
  mapTileUrl: env.MAP_TILE_URL,
  mapTileAttribution: env.MAP_TILE_ATTRIBUTION,
  providers: env.OIDC_PROVIDERS.map(({ id, title }) => ({ id, title })),
})

type Face = Pick<ClientConfig, 'productName' | 'logoUrl' | 'filingNumber' | 'phoneLogin'>

/** A browser gets a company's branding only if somebody of it signed in there, or if it is the only company. */
async function faceFor(kernel: Kernel, request: FastifyRequest): Promise<Partial<Face>> {
  let transaction: Transaction | undefined
  try {
    transaction = await Transaction.begin(kernel.pool, 'query')
    const tenantId = await tenantOf(transaction.db, request.cookies[BRAND_COOKIE])
    if (tenantId === null) return {}
    await transaction.enterTenant(tenantId)
    return await faceOf({ db: transaction.db, env: kernel.env, now: kernel.clock.now() })
  } catch (error) {
    // People must still see the page that reports the error.
    request.log.error(error)
    return {}
  } finally {
    await transaction?.rollback()
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function tenantOf(db: Db, key: string | undefined): Promise<number | null> {
  const known =
    key !== undefined && UUID.test(key)
      ? await db.selectFrom('tenant').select('id').where('brand_key', '=', key).executeTakeFirst()
      : undefined
  if (known) return known.id
  const tenants = await db.selectFrom('tenant').select('id').limit(2).execute()
  return tenants.length === 1 ? one(tenants).id : null
}

async function faceOf(ctx: { db: Db; env: Env; now: Date }): Promise<Face> {
  const { productName, logo, filingNumber, phoneLogin } = (await readSettings(ctx.db)).system.values
  const file = logo === null ? null : await fileOf(ctx, logo)
  return {
    productName,
    logoUrl: file?.url ?? null,
    filingNumber: filingNumber || ctx.env.FILING_NUMBER,
    phoneLogin,
  }
}
