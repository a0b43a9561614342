import type { Module } from './kernel/context.ts'
import { captcha } from './modules/captcha/index.ts'
import { dataImport } from './modules/data-import/index.ts'
import { departments } from './modules/departments/index.ts'
import { dictionaries } from './modules/dictionaries/index.ts'
import { roles } from './modules/roles/index.ts'
import { session } from './modules/session/index.ts'
import { stations } from './modules/stations/index.ts'
import { users } from './modules/users/index.ts'
import { workOrders } from './modules/work-orders/index.ts'

/** THE list of modules. */
export const modules: Module[] = [
  captcha,
  session,
  dictionaries,
  stations,
  departments,
  users,
  roles,
  workOrders,
  dataImport,
]
