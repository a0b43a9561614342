import type { Module } from './kernel/context.ts'
import { access } from './modules/access/index.ts'
import { alarms } from './modules/alarms/index.ts'
import { auditLog } from './modules/audit-log/index.ts'
import { calendar } from './modules/calendar/index.ts'
import { captcha } from './modules/captcha/index.ts'
import { checks } from './modules/checks/index.ts'
import { apiTokens } from './modules/api-tokens/index.ts'
import { appearanceItems, appearanceSheets } from './modules/appearance/index.ts'
import { companies } from './modules/companies/index.ts'
import { cleaning } from './modules/cleaning/index.ts'
import { dashboard } from './modules/dashboard/index.ts'
import { dataRoles } from './modules/data-roles/index.ts'
import { dataImport } from './modules/data-import/index.ts'
import { defects, gradings } from './modules/defects/index.ts'
import { delegations } from './modules/delegations/index.ts'
import { departments } from './modules/departments/index.ts'
import { devices } from './modules/devices/index.ts'
import { dictionaries } from './modules/dictionaries/index.ts'
import { earths } from './modules/earths/index.ts'
import { exports } from './modules/exports/index.ts'
import { fieldTickets } from './modules/field-tickets/index.ts'
import { fieldWork } from './modules/field-work/index.ts'
import { fieldPhotos } from './modules/field-photos/index.ts'
import { fieldReports } from './modules/field-reports/index.ts'
import { fieldSignatures } from './modules/field-signatures/index.ts'
import { fieldDevice } from './modules/field-device/index.ts'
import { files } from './modules/files/index.ts'
import { generation } from './modules/generation/index.ts'
import { inspectionCycles } from './modules/inspection-cycles/index.ts'
import { inspectionPlans } from './modules/inspection-plans/index.ts'
import { health } from './modules/health/index.ts'
import { grantReviews } from './modules/grant-reviews/index.ts'
import { insight } from './modules/insight/index.ts'
import { handovers } from './modules/handovers/index.ts'
import { inspectionItems } from './modules/inspection-items/index.ts'
import { fieldInspections, inspectionSheets } from './modules/inspection-sheets/index.ts'
import { inquiries } from './modules/inquiries/index.ts'
import { materials } from './modules/materials/index.ts'
import { departmentTrees, orgTrees, projectTrees } from './modules/org-tree/index.ts'
import { menus } from './modules/menus/index.ts'
import { outages } from './modules/outages/index.ts'
import { onlineUsers } from './modules/online-users/index.ts'
import { orderComments } from './modules/order-comments/index.ts'
import { orderHall } from './modules/order-hall/index.ts'
import { orderRelations } from './modules/order-relations/index.ts'
import { orderStatistics } from './modules/order-statistics/index.ts'
import { personalData } from './modules/personal-data/index.ts'
import { passwords } from './modules/passwords/index.ts'
import { qualifications } from './modules/qualifications/index.ts'
import { resourcePlans } from './modules/resource-plans/index.ts'
import { roles } from './modules/roles/index.ts'
import { savedViews } from './modules/saved-views/index.ts'
import { secondFactor } from './modules/second-factor/index.ts'
import { session } from './modules/session/index.ts'
import { settings } from './modules/settings/index.ts'
import { signInLog } from './modules/sign-in-log/index.ts'
import { singleSignOn } from './modules/single-sign-on/index.ts'
import { sms } from './modules/sms/index.ts'
import { stationDocuments } from './modules/station-documents/index.ts'
import { spaces } from './modules/spaces/index.ts'
import { stationMap } from './modules/station-map/index.ts'
import { stations } from './modules/stations/index.ts'
import { taskTypes } from './modules/task-types/index.ts'
import { tableSettings } from './modules/table-settings/index.ts'
import { ticketReviews } from './modules/ticket-reviews/index.ts'
import { ticketBoard } from './modules/ticket-board/index.ts'
import { tickets } from './modules/tickets/index.ts'
import { typicalTickets } from './modules/typical-tickets/index.ts'
import { telemetry } from './modules/telemetry/index.ts'
import { templates } from './modules/templates/index.ts'
import { messages } from './modules/messages/index.ts'
import { positions } from './modules/positions/index.ts'
import { users } from './modules/users/index.ts'
import { approvals } from './modules/approvals/index.ts'
import { audits } from './modules/audits/index.ts'
import { backgroundJobs } from './modules/jobs/index.ts'
import { oa, oaForms } from './modules/oa/index.ts'
import { processRuntime } from './modules/process-runtime/index.ts'
import { workflow } from './modules/workflow/index.ts'
import { workPortal } from './modules/work-portal/index.ts'
import { taskView, workOrders } from './modules/work-orders/index.ts'
import { webhooks } from './modules/webhooks/index.ts'

const working: Module[] = [
  captcha,
  session,
  signInLog,
  auditLog,
  singleSignOn,
  sms,
  personalData,
  passwords,
  secondFactor,
  dictionaries,
  checks,
  tableSettings,
  savedViews,
  stations,
  spaces,
  devices,
  stationDocuments,
  generation,
  departments,
  orgTrees,
  departmentTrees,
  projectTrees,
  resourcePlans,
  materials,
  menus,
  users,
  messages,
  positions,
  handovers,
  roles,
  access,
  grantReviews,
  insight,
  workOrders,
  fieldPhotos,
  fieldSignatures,
  taskTypes,
  taskView,
  orderHall,
  orderStatistics,
  workPortal,
  cleaning,
  inspectionCycles,
  inspectionPlans,
  appearanceItems,
  appearanceSheets,
  inspectionItems,
  inspectionSheets,
  fieldInspections,
  outages,
  onlineUsers,
  orderComments,
  orderRelations,
  fieldWork,
  fieldTickets,
  fieldReports,
  defects,
  gradings,
  stationMap,
  dashboard,
  dataRoles,
  dataImport,
  exports,
  fieldDevice,
  files,
  inquiries,
  telemetry,
  alarms,
  templates,
  apiTokens,
  webhooks,
  calendar,
  workflow,
  approvals,
  audits,
  processRuntime,
  delegations,
  oa,
  oaForms,
  settings,
  earths,
  ticketBoard,
  tickets,
  ticketReviews,
  typicalTickets,
  qualifications,
  companies,
  health,
]

/** The list of all modules. */
export const modules: Module[] = [...working, backgroundJobs(working.flatMap(({ jobs }) => jobs))]
