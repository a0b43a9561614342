import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before the journeys' server, and from `deploy` on gives the worker of another build with the same files. */
export async function serveNextBuild() {
  let isDeployed = false
  const server = createServer((asked, answer) => {
    const isWorker = asked.url === '/sw.js'
    const headers = isWorker ? { host: asked.headers.host } : asked.headers
    const forward = request(new URL(asked.url ?? '/', process.env.HELIODESK_URL), {
      method: asked.method,
      headers,
    })
    forward.on('response', (given) => {
      if (!isWorker || !isDeployed) {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
        return
      }
      const parts: Buffer[] = []
      given.on('data', (part: Buffer) => parts.push(part))
      given.on('end', () => {
        const script = Buffer.concat(parts).toString()
        // The name of a build is the hash of its files.
        answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        answer.end(script.replace(/`[0-9a-f]{16}`/, '`ffffffffffffffff`'))
      })
    })
    forward.on('error', () => answer.destroy())
    asked.pipe(forward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    deploy: () => void (isDeployed = true),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
