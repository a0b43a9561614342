import { sisterUrl } from '@heliodesk/contract/settings.ts'
import { sisterPaths, type SisterPath } from '@heliodesk/contract/shell.ts'
import type { Env } from '../env.ts'
import type { SettingValues } from './settings.ts'

/**
 * Whether the operator's list names who stands at an address: an origin, a host, or all hosts below one (`*.`). What
 * names nobody, such as `*` or `https:`, admits frames in the browser and nothing here, because an address that is
 * admitted here is handed a way into the session of whoever goes there.
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

type System = SettingValues['system']

/** The sister systems that the company gave an address which the operator admits, in the order of the menu. */
export const sistersOf = (
  { sisters, host }: System,
  { SISTER_SOURCES }: Pick<Env, 'SISTER_SOURCES'>,
): { path: SisterPath; url: string }[] =>
  sisterPaths.flatMap((path) => {
    const url = sisterUrl(sisters[path], host)
    return url !== null && admits(SISTER_SOURCES, url) ? [{ path, url }] : []
  })

/** The assistant's address; null where it is off, has none, or has one that the operator does not admit. */
export const assistantOf = (
  { AIGC, assistantUrl }: System,
  { FRAME_SOURCES }: Pick<Env, 'FRAME_SOURCES'>,
): string | null => (AIGC && admits(FRAME_SOURCES, assistantUrl) ? assistantUrl : null)
