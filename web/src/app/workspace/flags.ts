import { flagPaths, paths } from '@heliodesk/contract/paths.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { sisterPaths, type SisterPath } from '@heliodesk/contract/shell.ts'
import { writeStored } from '../../lib/storage.ts'

/** Full-screen displays: pages without the frame, linked in the header instead of the side menu (spec 1 §2.1). */
export const SCREENS = [paths.bigScreen.path, paths.bigScreenJd.path]

/** The only sister system with a tab in this product (spec 1 §2.4). */
export const SOLAR_CARE: SisterPath = flagPaths.solarCare

const sisters: readonly string[] = sisterPaths
const flags = new Set([...SCREENS, flagPaths.assistant, ...sisters])

/** Menu entries that are feature flags rather than pages; the side menu does not show them (spec 1 §4). */
export const isFlag = ({ path }: MenuEntry): boolean => flags.has(path)

/** Whether a flag has a page: the displays, and the sister system that is shown in a tab. */
export const hasPage = ({ path }: MenuEntry): boolean => SCREENS.includes(path) || path === SOLAR_CARE

export type Flags = {
  hasScreen: boolean
  JDScreen: boolean
  AIGC: boolean
  /** The sister systems that the user is entitled to, in menu order. */
  sisters: readonly SisterPath[]
  /** The user has the ERP. */
  ERP: boolean
}

export function flagsOf(menu: readonly MenuEntry[]): Flags {
  const top = menu.map(({ path }) => path)
  return {
    hasScreen: top.includes(paths.bigScreen.path),
    JDScreen: top.includes(paths.bigScreenJd.path),
    AIGC: top.includes(flagPaths.assistant),
    sisters: top.filter((path): path is SisterPath => sisters.includes(path)),
    ERP: top.includes(flagPaths.erp),
  }
}

/** Stores the flags in local storage under their names of spec 1 §2.5. */
export function keepFlags(kept: Flags): void {
  for (const [name, value] of Object.entries(kept)) writeStored(name, value)
}
