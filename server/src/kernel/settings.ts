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

/** `version` is 0 until somebody changes the section. */
export type Settings = { [S in Section]: { version: number; values: SettingValues[S] } }

/**
 * What the company of the transaction configured, read anew by whoever needs it: a change counts on the very next call
 * of every process.
 */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('tenant_setting').select(['section', 'settings', 'version']).execute()
  const read = <S extends Section>(section: S) => {
    const row = rows.find((each) => each.section === section)
    return { version: row?.version ?? 0, values: withDefaults(section, row?.settings) }
  }
  return { system: read('system'), business: read('business') }
}

/** The stored values over the defaults; a value that an older version stored and that fits no more counts as unset. */
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
