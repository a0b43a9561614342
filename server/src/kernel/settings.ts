import { own } from '@heliodesk/contract/own.ts'
import {
  businessSettings,
  defaultBusinessSettings,
  defaultSystemSettings,
  systemSettings,
  type BusinessSettings,
  type SystemSettings,
} from '@heliodesk/contract/settings.ts'
import type { Db } from '../platform/postgres.ts'

export type SettingValues = { system: SystemSettings; business: BusinessSettings }
export type Section = keyof SettingValues

export const settingSchemas = { system: systemSettings, business: businessSettings }
const defaults: SettingValues = { system: defaultSystemSettings, business: defaultBusinessSettings }

/** `version` is 0 until the section is first changed. */
export type Settings = { [S in Section]: { version: number; values: SettingValues[S] } }

/**
 * The settings of the transaction's company. They are read again by every call, so that a change takes effect on the
 * next call of every process.
 */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('tenant_setting').select(['section', 'settings', 'version']).execute()
  const read = <S extends Section>(section: S) => {
    const row = rows.find((each) => each.section === section)
    return { version: row?.version ?? 0, values: withDefaults(section, row?.settings) }
  }
  return { system: read('system'), business: read('business') }
}

/** The stored values merged over the defaults. A value from an older version that is now invalid counts as unset. */
export function withDefaults<S extends Section>(section: S, stored: unknown): SettingValues[S] {
  const given: Record<string, unknown> = isRecord(stored) ? stored : {}
  const values = Object.entries(settingSchemas[section].shape).map(([name, schema]) => {
    const fallback = own(defaults[section] as Record<string, unknown>, name)
    const value = own(given, name)
    const parsed = schema.safeParse(isRecord(fallback) && isRecord(value) ? { ...fallback, ...value } : value)
    return [name, parsed.success ? parsed.data : fallback]
  })
  return Object.fromEntries(values) as SettingValues[S]
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
