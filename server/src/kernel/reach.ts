import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

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

/**
 * Whether other machines can reach this server: it listens for them, was called by a name that they know, or a proxy
 * passes their requests on. For warnings only, because a caller can pretend the latter two.
 */
export function isOpenToOthers(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for']
  const callers = forwarded === undefined ? [] : String(forwarded).split(',')
  const hosts = [
    ...request.server.addresses().flatMap((bound) => (typeof bound === 'string' ? [] : [bound.address])),
    request.hostname,
    ...callers.map((caller) => caller.trim()).filter((caller) => isIP(caller) !== 0),
  ]
  return !hosts.every(isLoopback)
}
