import { createHash, createHmac, randomUUID } from 'node:crypto'

type SignedCall = {
  endpoint: string
  action: string
  version: string
  query: Record<string, string>
  accessKeyId: string
  accessKeySecret: string
  /** Only set by tests. */
  at?: Date
  nonce?: string
}

const ALGORITHM = 'ACS3-HMAC-SHA256'

/** Address and headers of a call to Alibaba Cloud with signature method V3; parameters are in the query string. */
export function signedHeaders({
  endpoint,
  action,
  version,
  query,
  accessKeyId,
  accessKeySecret,
  at = new Date(),
  nonce = randomUUID(),
}: SignedCall): { url: string; headers: Record<string, string> } {
  const { origin, host } = new URL(endpoint)
  const search = Object.entries(query)
    .toSorted(byName)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  const own = {
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${at.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  // Every HTTP client sends the Host header itself.
  const signed = Object.entries({ host, ...own })
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', '/', search, lines.join(''), names, sha256('')].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(request)}`)
    .digest('hex')
  return {
    url: `${origin}/?${search}`,
    headers: {
      ...own,
      authorization: `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names},Signature=${signature}`,
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

/** RFC 3986 encoding, which is stricter than encodeURIComponent. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
