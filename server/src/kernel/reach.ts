import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'

const own = new BlockList()
own.addSubnet('127.0.0.0', 8)
own.addAddress('::1', 'ipv6')

/** Whether a host name or address is a loopback one. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const version = isIP(bare)
  if (version === 0) return /^(.+\.)?localhost$/i.test(bare)
  return own.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

/** Headers that proxies add about the forwarded client. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/**
 * Whether other machines can reach this server: it listens on other interfaces, was called by a name they can resolve,
 * or is behind a proxy. A local proxy that adds no headers looks like a local caller, so nothing may depend on this
 * alone.
 */
export function isOpenToOthers(request: FastifyRequest): boolean {
  // Proxies on this machine do not send these two headers; RFC 7239 has more address forms than are parsed here.
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

/** Whether the operator's settings show that other machines connect, directly or through a proxy. */
export const expectsOthers = ({ HOST, TRUSTED_PROXIES, PUBLIC_URL, HSTS_SECONDS }: Env): boolean =>
  !isLoopback(HOST) ||
  TRUSTED_PROXIES !== '' ||
  HSTS_SECONDS > 0 ||
  (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))
