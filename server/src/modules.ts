import type { Module } from './kernel/context.ts'
import { captcha } from './modules/captcha/index.ts'
import { dashboard } from './modules/dashboard/index.ts'
import { dataImport } from './modules/data-import/index.ts'
import { departments } from './modules/departments/index.ts'
import { dictionaries } from './modules/dictionaries/index.ts'
import { exports } from './modules/exports/index.ts'
import { files } from './modules/files/index.ts'
import { inquiries } from './modules/inquiries/index.ts'
import { passwords } from './modules/passwords/index.ts'
import { roles } from './modules/roles/index.ts'
import { session } from './modules/session/index.ts'
import { settings } from './modules/settings/index.ts'
import { signInLog } from './modules/sign-in-log/index.ts'
import { singleSignOn } from './modules/single-sign-on/index.ts'
import { sms } from './modules/sms/index.ts'
import { stations } from './modules/stations/index.ts'
import { users } from './modules/users/index.ts'
import { workOrders } from './modules/work-orders/index.ts'

/** THE list of modules. */
export const modules: Module[] = [
  captcha,
  session,
  signInLog,
  singleSignOn,
  sms,
  passwords,
  dictionaries,
  stations,
  departments,
  users,
  roles,
  workOrders,
  dashboard,
  dataImport,
  exports,
  files,
  inquiries,
  settings,
]
