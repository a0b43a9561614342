import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { findFreePort } from '../tools/processes.ts'

/** What the server reads of a row. */
type Row = { key: string; lane: string; seq: number; body: string; photo: string | null }

type Photo = { sha256: string; bytes: Buffer }

/** What becomes of a request, as parts of all: lost before or after it was done, refused for a while, broken. */
type Trouble = { before: number; after: number; busy: number; broken: number }

const none: Trouble = { before: 0, after: 0, busy: 0, broken: 0 }

/** A server for outboxes: each key has one effect. It can be killed at any moment and started again. */
export class OutboxServer {
  readonly log: Row[] = []
  readonly photos = new Map<string, Photo>()
  readonly #keys = new Set<string>()
  #server: Server | null = null
  #port = 0
  trouble = none

  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get isUp(): boolean {
    return this.#server !== null
  }

  async start(): Promise<void> {
    this.#port ||= await findFreePort()
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async kill(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  }

  /** A photo whose bytes are those that were announced. */
  isWhole(id: string): boolean {
    const photo = this.photos.get(id)
    return photo !== undefined && createHash('sha256').update(photo.bytes).digest('hex') === photo.sha256
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // Half a request is none.
      return
    }
    const say = (status: number, body: unknown) =>
      response
        .writeHead(status, {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': '*',
          'content-type': 'application/json',
        })
        .end(JSON.stringify(body))
    const { before, after, busy, broken } = this.trouble
    const fate = Math.random()
    if (request.method === 'OPTIONS') return void say(200, null)
    if (fate < before) return void request.socket.destroy()
    if (fate < before + busy) return void say(503, null)
    const url = new URL(request.url!, this.address)
    const isBroken = fate < before + busy + broken && url.pathname === '/send'
    const answer = isBroken ? { is: 'failed' } : this.#do(url, Buffer.concat(chunks))
    if (fate > 1 - after) request.socket.destroy()
    else say(200, answer)
  }

  #do({ pathname, searchParams }: URL, body: Buffer): unknown {
    if (pathname === '/send') {
      const row = JSON.parse(body.toString()) as Row
      if (this.#keys.has(row.key)) return { is: 'done' }
      this.#keys.add(row.key)
      this.log.push(row)
      const { sha256 } = JSON.parse(row.body) as { sha256?: string }
      if (row.photo !== null) this.photos.set(row.photo, { sha256: sha256!, bytes: Buffer.alloc(0) })
      return { is: 'done' }
    }
    const photo = this.photos.get(searchParams.get('id')!)!
    if (pathname === '/put' && Number(searchParams.get('at')) === photo.bytes.length)
      photo.bytes = Buffer.concat([photo.bytes, body])
    return photo.bytes.length
  }
}
