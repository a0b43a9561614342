import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'

const own = new BlockList()
own.addSubnet('127.0.0.0', 8)
own.addAddress('::1', 'ipv6')

/** Whether a host name or address means this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const version = isIP(bare)
  if (version === 0) return /^(.+\.)?localhost$/i.test(bare)
  return own.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

/** What proxies say about whom they pass on. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/**
 * Whether other machines can reach this server: it listens for them, was called by a name that they know, or a proxy
 * passes their requests on. A proxy on this machine that says nothing of whom it serves cannot be told from a caller
 * on this machine, so nothing may hang on this alone.
 */
export function isOpenToOthers(request: FastifyRequest): boolean {
  // Only proxies of other machines write these two; RFC 7239 has more forms of an address than are read here.
  if (request.headers.forwarded !== undefined || request.headers.via !== undefined) return true
  const passedOn = FORWARDED.flatMap((name) => String(request.headers[name] ?? '').split(','))
  const hosts = [
    ...request.server.addresses().flatMap((bound) => (typeof bound === 'string' ? [] : [bound.address])),
    request.hostname,
    ...passedOn.map((host) => withoutPort(host.trim())).filter((host) => host !== ''),
  ]
  return !hosts.every(isLoopback)
}

const withoutPort = (host: string) => (isIP(host) === 0 ? host.replace(/:\d+$/, '') : host)

/** Whether the operator's settings say that other machines come, be it through a proxy. */
export const expectsOthers = ({ HOST, TRUSTED_PROXIES, PUBLIC_URL, HSTS_SECONDS }: Env): boolean =>
  !isLoopback(HOST) ||
  TRUSTED_PROXIES !== '' ||
  HSTS_SECONDS > 0 ||
  (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))
