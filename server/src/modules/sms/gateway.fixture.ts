import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { url: string; method: string; headers: IncomingHttpHeaders; body: string }

/** How the gateway reacts to the next request: it answers, does not answer, or closes the connection. */
export type Reaction =
  | { status: number; body: object; headers?: Record<string, string> }
  | 'silence'
  | 'hang up'

/** A local SMS provider. It reacts in the given order, and repeats the last reaction. */
export async function startGateway(...reactions: [Reaction, ...Reaction[]]) {
  const received: Received[] = []
  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const part of request) body += String(part)
    const { url, method, headers } = request
    const reaction = reactions[Math.min(received.length, reactions.length - 1)]!
    received.push({ url: url!, method: method!, headers, body })
    if (reaction === 'hang up') request.socket.destroy()
    else if (reaction !== 'silence')
      response.writeHead(reaction.status, reaction.headers).end(JSON.stringify(reaction.body))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Sets the reaction from now on. */
    react(reaction: Reaction) {
      reactions.splice(0, reactions.length, ...received.map(() => reaction), reaction)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
