import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Serves the built web client: hashed assets are cached forever, the page itself never. */
export async function serveWebClient(app: FastifyInstance): Promise<void> {
  if (!existsSync(dist)) return
  await app.register(serveStatic, {
    root: dist,
    index: false,
    // One route per existing file, so that no other address reaches the file system.
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
