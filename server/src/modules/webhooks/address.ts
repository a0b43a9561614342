import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { DomainError } from '../../kernel/context.ts'

/** Networks that no webhook may reach: those of the inside, and those that stand for others. */
const INSIDE: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Alibaba Cloud's metadata; that of others is link-local.
  '100.100.100.200/32',
]

/** Only 2000::/3 is handed out; inside it, these stand for IPv4 addresses, or for nobody. */
const INSIDE_6: readonly string[] = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** A list of networks such as 10.0.0.0/8, 192.168.1.5 and fd00::/8. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}

const inside = blockListOf(INSIDE)
const inside6 = blockListOf(INSIDE_6)
const global6 = blockListOf(['2000::/3'])

/** Whether an address is one of the public network. IPv4 addresses inside IPv6 ones (mapped, NAT64, 6to4) are not. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}

/** A delivery that did not succeed, in Chinese for the log of deliveries. */
export class DeliveryFailed extends DomainError {
  constructor(message: string) {
    super('webhook.failed', message)
  }
}

/** Nothing may be sent there, however often it is tried. */
export class AddressRefused extends DeliveryFailed {}

export type Resolve = (host: string) => Promise<{ address: string }[]>

const resolveHost: Resolve = (host) => lookup(host, { all: true })

const within = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Refuses what can be told from the address alone, when somebody types it in. */
export function requireReachable(url: string, allowed: BlockList): void {
  const { protocol, username, hostname } = new URL(url)
  const host = bareHost(hostname)
  if (username !== '') throw new AddressRefused('地址中不能带有用户名和密码')
  const isAllowed = within(allowed, host)
  const isLocal = /(^|\.)(localhost|local|internal)$/i.test(host.replace(/\.$/, ''))
  if (isLocal || (isIP(host) !== 0 && !isPublic(host) && !isAllowed))
    throw new AddressRefused('不允许推送到内网、回环或元数据地址')
  if (protocol !== 'https:' && !isAllowed) throw new AddressRefused('只允许 https:// 开头的地址')
}

/** The address to connect to, checked: every address of the host has to be one that may be reached. */
export async function addressFor(
  url: string,
  allowed: BlockList,
  resolve: Resolve = resolveHost,
): Promise<string> {
  requireReachable(url, allowed)
  const host = bareHost(new URL(url).hostname)
  if (isIP(host) !== 0) return host
  const found = await resolve(host).catch(() => [])
  const [first] = found
  if (!first) throw new DeliveryFailed('域名无法解析')
  if (found.some(({ address }) => !isPublic(address) && !within(allowed, address)))
    throw new AddressRefused('域名解析到内网、回环或元数据地址，已拒绝')
  return first.address
}

const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
