import type { WebModule } from './lib/web-module.ts'
import { appearance } from './modules/appearance/index.ts'
import { approvals } from './modules/approvals/index.ts'
import { companies } from './modules/companies/index.ts'
import { checks } from './modules/checks/index.ts'
import { dashboard } from './modules/dashboard/index.ts'
import { messages } from './modules/messages/index.ts'
import { inspectionCycles } from './modules/inspection-cycles/index.ts'
import { inspectionPlans } from './modules/inspection-plans/index.ts'
import { positions } from './modules/positions/index.ts'
import { dataRoles } from './modules/data-roles/index.ts'
import { dataImport } from './modules/data-import/index.ts'
import { defects } from './modules/defects/index.ts'
import { departments } from './modules/departments/index.ts'
import { devices } from './modules/devices/index.ts'
import { dictionaries } from './modules/dictionaries/index.ts'
import { earths } from './modules/earths/index.ts'
import { exports } from './modules/exports/index.ts'
import { field } from './modules/field/index.ts'
import { health } from './modules/health/index.ts'
import { inspectionItems } from './modules/inspection-items/index.ts'
import { inquiries } from './modules/inquiries/index.ts'
import { menus } from './modules/menus/index.ts'
import { jobs } from './modules/jobs/index.ts'
import { oa } from './modules/oa/index.ts'
import { openApi } from './modules/open-api/index.ts'
import { qualifications } from './modules/qualifications/index.ts'
import { roles } from './modules/roles/index.ts'
import { savedViews } from './modules/saved-views/index.ts'
import { settings } from './modules/settings/index.ts'
import { onlineUsers } from './modules/online-users/index.ts'
import { auditLog } from './modules/audit-log/index.ts'
import { signInLog } from './modules/sign-in-log/index.ts'
import { stations } from './modules/stations/index.ts'
import { tickets } from './modules/tickets/index.ts'
import { ticketReviews } from './modules/ticket-reviews/index.ts'
import { ticketBoard } from './modules/ticket-board/index.ts'
import { typicalTickets } from './modules/typical-tickets/index.ts'
import { templates } from './modules/templates/index.ts'
import { users } from './modules/users/index.ts'
import { calendar } from './modules/calendar/index.ts'
import { taskTypes } from './modules/task-types/index.ts'
import { workflow } from './modules/workflow/index.ts'
import { workOrders } from './modules/work-orders/index.ts'

/** All modules: every screen of the product belongs to one. The search has its scopes in this order. */
export const modules: readonly WebModule[] = [
  dashboard,
  defects,
  departments,
  roles,
  menus,
  dictionaries,
  checks,
  exports,
  settings,
  companies,
  health,
  onlineUsers,
  signInLog,
  auditLog,
  inquiries,
  workOrders,
  stations,
  devices,
  users,
  savedViews,
  templates,
  calendar,
  jobs,
  openApi,
  workflow,
  approvals,
  oa,
  taskTypes,
  appearance,
  inspectionItems,
  dataImport,
  dataRoles,
  messages,
  inspectionCycles,
  inspectionPlans,
  positions,
  tickets,
  earths,
  ticketReviews,
  ticketBoard,
  typicalTickets,
  qualifications,
  field,
]
