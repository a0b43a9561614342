import { isIP, isIPv6 } from 'node:net'

/** An address without zone, and an IPv4 address as such; null if it is none. */
export function bareAddress(address: string): string | null {
  const bare = address.replace(/%.*$/, '')
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  const found = mapped ?? bare
  return isIP(found) === 0 ? null : found
}

/**
 * The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because one customer owns a
 * whole /64 and can change addresses within it at will.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  if (mapped) return mapped
  if (!isIPv6(bare)) return bare
  const [before = '', after] = bare.split('::')
  const groupsIn = (half: string) => half.split(':').filter(Boolean)
  const [left, right] = [groupsIn(before), groupsIn(after ?? '')]
  const zeros = after === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
