import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from '@heliodesk/contract/client-config.ts'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/**
 * Serves the built web client: hashed assets for ever, the page itself never cached. The two base addresses of the
 * specification are told to the client at run time by `/config.js`, so that moving the API needs no rebuild.
 */
export async function serveWebClient(app: FastifyInstance, env: Env): Promise<void> {
  const config = `window.__HELIODESK__=${JSON.stringify(clientConfig(env))}\n`
  app.get('/config.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(config),
  )
  if (!existsSync(dist)) return
  await app.register(serveStatic, {
    root: dist,
    index: false,
    // One route per file that is there, so that no other address reaches the file system.
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes(`${dist}assets/`)
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = await readFile(`${dist}index.html`, 'utf8')
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
  )
}

const clientConfig = (env: Env): ClientConfig => ({
  apiBase: env.API_BASE,
  systemApiBase: env.SYSTEM_API_BASE,
  filingNumber: env.FILING_NUMBER,
  appDownloadUrl: env.APP_DOWNLOAD_URL,
  captchaType: env.CAPTCHA_TYPE,
  providers: env.OIDC_PROVIDERS.map(({ id, title }) => ({ id, title })),
})
