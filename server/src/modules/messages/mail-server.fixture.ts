import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export type Received = { number: string; to: string; subject: string; body: string }

/** A mail server that keeps what it takes. `fails` says what it answers a recipient instead: a code, or hangs up. */
export async function startMailServer(
  fails: (to: string) => number | 'hang up' | null = () => null,
): Promise<{ port: number; received: Received[]; close: () => Promise<void> }> {
  const received: Received[] = []
  const server = createServer((socket) => {
    let [text, to, isData] = ['', '', false]
    const say = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        const fault = fails(to)
        if (fault === 'hang up') return void socket.destroy()
        return say(fault === null ? '250 ok' : `${fault} no such mailbox`)
      }
      if (verb === 'DATA') {
        isData = true
        return say('354 go on')
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      return say('250 ok')
    }
    say('220 stand-in')
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      text += part.toString()
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) return
        const piece = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (!isData) {
          take(piece)
          continue
        }
        isData = false
        received.push(parse(to, piece))
        say('250 taken')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parse(to: string, mail: string): Received {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const isBase64 = /^content-transfer-encoding: base64/im.test(head)
  return {
    to,
    number: header('X-Helio-Delivery'),
    subject: header('Subject'),
    body: isBase64 ? Buffer.from(body, 'base64').toString() : body,
  }
}
