import type { Env } from '../../env.ts'
import { addressFor, blockListOf } from '../webhooks/index.ts'
import type { Way } from './ways.ts'

/** What the mail server of the other side refuses for good, such as an address that does not exist. */
export class MailRefused extends Error {}

type Mail = { number: string; to: string; subject: string; text: string }

const TIMEOUT_MS = 15_000

export const messageOfTest = (name: string): Pick<Mail, 'number' | 'subject' | 'text'> => ({
  number: crypto.randomUUID(),
  subject: '这是一条测试',
  text: `由${name}从消息通道设置中发出。收到即表示邮件可用。`,
})

/**
 * Sends a mail by the company's server, at an address of the public network or one that the operator allows. A repetition
 * has the same Message-ID, by which mail servers drop it.
 */
export async function sendMail(way: Way, { number, to, subject, text }: Mail, env: Env): Promise<void> {
  const { host, port, tls, user, secret, sender } = way
  const address = await addressFor(`https://${host}`, blockListOf(env.SMTP_PRIVATE_NETWORKS))
  // Loaded with the first mail: most servers send none, and it takes 3 MB.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: address,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { servername: host },
    ...(user === '' ? {} : { auth: { user, pass: secret } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: sender,
      to,
      subject,
      text,
      messageId: `<${number}@${sender.split('@').at(-1) ?? 'heliodesk'}>`,
      headers: { 'X-Helio-Delivery': number },
    })
  } catch (error) {
    const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
    if (code >= 550 && code < 560) throw new MailRefused(`对方退信（${code}）`)
    throw error
  } finally {
    transport.close()
  }
}
