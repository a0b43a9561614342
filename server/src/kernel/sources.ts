import { sisterUrl } from '@heliodesk/contract/settings.ts'
import { sisterPaths, type SisterPath } from '@heliodesk/contract/shell.ts'
import type { Env } from '../env.ts'
import type { SettingValues } from './settings.ts'

/**
 * Whether the operator's list allows an address: by origin, by host, or by all hosts below one (`*.`). Entries that
 * name no host, such as `*` or `https:`, allow frames in the browser but nothing here, because an address allowed here
 * receives a ticket into the visitor's session.
 */
export function admits(sources: readonly string[], address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, origin, host } = new URL(address)
  return sources.some((each) => {
    const source = each.toLowerCase()
    const [, scheme, suffix] = /^(?:(https?:)\/\/)?\*(\.[^/]+)\/?$/.exec(source) ?? []
    if (suffix !== undefined) return (scheme === undefined || scheme === protocol) && host.endsWith(suffix)
    if (!source.includes('://')) return host === source
    return URL.canParse(source) && new URL(source).origin === origin
  })
}

/** Why browsers would not embed an address: the Content-Security-Policy has the operator's list; null if they do. */
export function frameRefusal(address: string, { FRAME_SOURCES }: Pick<Env, 'FRAME_SOURCES'>): string | null {
  if (admits(FRAME_SOURCES, address)) return null
  const { origin } = new URL(address)
  return `浏览器会拒绝嵌入 ${origin}，请运维人员先将 ${origin} 加入环境变量 FRAME_SOURCES 并重启服务`
}

type System = SettingValues['system']

/** The sister systems with an address from the company that the operator allows, in menu order. */
export const sistersOf = (
  { sisters, host }: System,
  { SISTER_SOURCES }: Pick<Env, 'SISTER_SOURCES'>,
): { path: SisterPath; url: string }[] =>
  sisterPaths.flatMap((path) => {
    const url = sisterUrl(sisters[path], host)
    return url !== null && admits(SISTER_SOURCES, url) ? [{ path, url }] : []
  })

/** The assistant's address; null if it is off, has none, or has one that the operator does not allow. */
export const assistantOf = (
  { AIGC, assistantUrl }: System,
  { FRAME_SOURCES }: Pick<Env, 'FRAME_SOURCES'>,
): string | null => (AIGC && admits(FRAME_SOURCES, assistantUrl) ? assistantUrl : null)
