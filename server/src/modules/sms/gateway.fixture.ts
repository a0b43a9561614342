import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { url: string; method: string; headers: IncomingHttpHeaders; body: string }

/** What the gateway does with the next request: answers, says nothing at all, or hangs up. */
export type Reaction =
  | { status: number; body: object; headers?: Record<string, string> }
  | 'silence'
  | 'hang up'

/** A provider of SMS on this machine. It reacts in the given order, and with the last reaction from then on. */
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
    /** From now on, whatever was planned. */
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
