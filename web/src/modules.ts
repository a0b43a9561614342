import type { ComponentType } from 'react'
import { pages as checks } from './modules/checks/index.ts'
import { pages as dashboard } from './modules/dashboard/index.ts'
import { pages as dataImport } from './modules/data-import/index.ts'
import { pages as departments } from './modules/departments/index.ts'
import { pages as devices } from './modules/devices/index.ts'
import { pages as dictionaries } from './modules/dictionaries/index.ts'
import { pages as exports } from './modules/exports/index.ts'
import { pages as inquiries } from './modules/inquiries/index.ts'
import { pages as roles } from './modules/roles/index.ts'
import { pages as settings } from './modules/settings/index.ts'
import { pages as signInLog } from './modules/sign-in-log/index.ts'
import { pages as stations } from './modules/stations/index.ts'
import { pages as templates } from './modules/templates/index.ts'
import { pages as users } from './modules/users/index.ts'
import { pages as workOrders } from './modules/work-orders/index.ts'

/** Maps the `component` of a menu entry to the code of its page (spec 1 §2.2). */
export type Pages = Record<string, () => Promise<{ Page: ComponentType }>>

/** The pages of all modules: every screen of the product is listed here. */
export const pages: Pages = {
  ...dashboard,
  ...dataImport,
  ...departments,
  ...roles,
  ...users,
  ...dictionaries,
  ...checks,
  ...exports,
  ...settings,
  ...signInLog,
  ...inquiries,
  ...stations,
  ...devices,
  ...templates,
  ...workOrders,
}
