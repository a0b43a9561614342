import { sisterUrl } from '@heliodesk/contract/settings.ts'
import { sisterPaths, sisterSystems } from '@heliodesk/contract/shell.ts'
import type { Env } from '../../env.ts'
import { DomainError } from '../../kernel/context.ts'
import type { SettingValues } from '../../kernel/settings.ts'
import { admits, frameRefusal } from '../../kernel/sources.ts'

type System = SettingValues['system']

/** The Content-Security-Policy blocks every other frame, so an address outside it would only show an empty drawer. */
export function requireFrameSource(address: string, env: Env): void {
  const refusal = address === '' ? null : frameRefusal(address, env)
  if (refusal !== null)
    throw new DomainError('setting.frame_source', `智能助手地址（assistantUrl）：${refusal}`)
}

/**
 * A sister system receives a ticket into the session of everybody who opens it, so only the operator decides which
 * addresses are allowed. Unchanged addresses are not checked.
 */
export function requireSisterSources(before: System, after: System, { SISTER_SOURCES }: Env): void {
  for (const path of sisterPaths) {
    const url = sisterUrl(after.sisters[path], after.host)
    if (url === null || url === sisterUrl(before.sisters[path], before.host)) continue
    const field = `${sisterSystems[path].title}（sisters.${path}）`
    if (!URL.canParse(url))
      throw new DomainError(
        'setting.sister_address',
        `${field}：${url} 不是有效的地址，请检查地址与服务商域名`,
      )
    const { origin } = new URL(url)
    if (!admits(SISTER_SOURCES, url))
      throw new DomainError(
        'setting.sister_source',
        `${field}：不允许跳转到 ${origin}，请运维人员先将 ${origin} 加入环境变量 SISTER_SOURCES 并重启服务`,
      )
  }
}
