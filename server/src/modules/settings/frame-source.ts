import { DomainError } from '../../kernel/context.ts'

/** The content policy blocks every other frame, so an address that it does not admit would only show an empty drawer. */
export function requireFrameSource(address: string, sources: readonly string[]): void {
  if (address === '' || sources.some((source) => admits(source, new URL(address)))) return
  const { origin } = new URL(address)
  throw new DomainError(
    'setting.frame_source',
    `智能助手地址（assistantUrl）：浏览器会拒绝嵌入 ${origin}，请运维人员先将 ${origin} 加入环境变量 FRAME_SOURCES 并重启服务`,
  )
}

/** The forms of a source that Content-Security-Policy knows and an operator may write: origin, `*.` host, scheme. */
function admits(source: string, { protocol, origin, host }: URL): boolean {
  if (source === '*' || source === protocol) return true
  const [, scheme, suffix] = /^(?:(https?:)\/\/)?\*(\.[^/]+)\/?$/.exec(source) ?? []
  if (suffix !== undefined) return (scheme === undefined || scheme === protocol) && host.endsWith(suffix)
  if (!source.includes('://')) return host === source
  return URL.canParse(source) && new URL(source).origin === origin
}
