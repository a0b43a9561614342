import { screen } from './screen.ts'
import { visitorPaths } from './visitor-paths.ts'

type StatisticsParameter = 'begin' | 'by' | 'cause' | 'depCode' | 'end' | 'measure' | 'psId' | 'taskType'

/** Screens that a user may open if the menu contains them. */
const permitted = {
  dashboard: screen('/dashboard/analysis'),
  orders: screen<
    | 'act'
    | 'createTime'
    | 'depCode'
    | 'deviceId'
    | 'do'
    | 'due'
    | 'flowEndTime'
    | 'keyword'
    | 'liableUserId'
    | 'order'
    | 'outcome'
    | 'psId'
    | 'report'
    | 'reportAt'
    | 'saved'
    | 'sort'
    | 'taskType'
    | 'view'
    | 'workSubclass'
  >('/taskCenter'),
  stations: screen<
    'act' | 'importId' | 'maintenanceStatus' | 'province' | 'psId' | 'psName' | 'station' | 'view'
  >('/station/archive'),
  devices: screen<'act' | 'device' | 'importId' | 'keyword' | 'psId'>('/station/device'),
  tickets: screen<
    'act' | 'depCode' | 'keyword' | 'kind' | 'only' | 'order' | 'psId' | 'state' | 'ticket' | 'view'
  >('/operation/ticket'),
  ticketReviews: screen<'depCode' | 'kind' | 'month' | 'only' | 'psId' | 'tab' | 'ticket'>(
    '/operation/ticketReview',
  ),
  ticketBoard: screen<'psId' | 'wall'>('/operation/ticketBoard'),
  qualifications: screen<'qualification'>('/operation/qualification'),
  earths: screen<'earth'>('/operation/earth'),
  typicalTickets: screen<'typical'>('/operation/typicalTicket'),
  users: screen<'act' | 'depCode' | 'keyword' | 'post' | 'roleCode'>('/system/user'),
  dataRoles: screen<'dataRole'>('/system/dataRole'),
  roles: screen<
    | 'depId'
    | 'order'
    | 'permissionId'
    | 'person'
    | 'psId'
    | 'role'
    | 'station'
    | 'tab'
    | 'ticket'
    | 'user'
    | 'view'
    | 'with'
  >('/system/role'),
  menus: screen<'entry' | 'find'>('/system/menu'),
  departments: screen('/system/department'),
  positions: screen<'keyword'>('/system/position'),
  dictionaries: screen('/system/dict'),
  checkRules: screen('/system/checkRule'),
  defectGradings: screen('/system/defectGrading'),
  templates: screen('/system/template'),
  processes: screen<'definition' | 'design' | 'instance' | 'process' | 'state' | 'version' | 'view'>(
    '/system/process',
  ),
  forms: screen<'field' | 'form' | 'view'>('/system/form'),
  taskTypes: screen<'type'>('/system/taskType'),
  holidays: screen<'year'>('/system/holiday'),
  dataImport: screen<'kind'>('/system/import'),
  onlineUsers: screen<'keyword'>('/system/online'),
  signInLog: screen<'keyword'>('/system/signInLog'),
  companies: screen<'company' | 'keyword' | 'state'>('/platform/company'),
  systemHealth: screen('/platform/health'),
  auditLog: screen<'entry' | 'object' | 'record'>('/system/audit'),
  backgroundJobs: screen<'job' | 'keyword' | 'kind' | 'state'>('/system/job'),
  openApi: screen<'call' | 'delivery' | 'hook' | 'only' | 'tab'>('/system/openApi'),
  systemSettings: screen('/systemConfiguration'),
  businessSettings: screen('/serviceConfiguration'),
  mail: screen('/editMail'),
  messages: screen<'find' | 'grant' | 'label' | 'message' | 'psId' | 'state' | 'view'>('/system/tidings'),
  bigScreen: screen('/screen/page'),
  bigScreenJd: screen('/screen/jd'),
  orderHall: screen<'depCode' | 'order' | 'psId' | 'sort' | 'types'>('/orderHall'),
  ownFlows: screen<'instance'>('/personal'),
  workPortal: screen<'act' | 'comment' | 'order' | 'team'>('/workPortal'),
  cleaning: screen<
    'act' | 'depCode' | 'do' | 'keyword' | 'liableUserId' | 'method' | 'order' | 'psId' | 'sort' | 'view'
  >('/operation/clean'),
  orderStatistics: screen<StatisticsParameter>('/operation/orderStatistics'),
  appearance: screen('/operation/appearance'),
  inspectionPlans: screen<
    'audit' | 'copy' | 'cycleId' | 'edit' | 'keyword' | 'plan' | 'psId' | 'state' | 'template'
  >('/operation/plan'),
  inspectionCycles: screen<'cycle' | 'keyword'>('/operation/cycle'),
  inspectionItems: screen<'item'>('/operation/item'),
  taskView: screen<
    | 'act'
    | 'day'
    | 'do'
    | 'group'
    | 'liableUserId'
    | 'order'
    | 'psId'
    | 'sort'
    | 'state'
    | 'taskType'
    | 'view'
    | 'zoom'
  >('/operation/taskView'),
  processPanel: screen('/operation/processPanel'),
  production: screen('/product/yunyin'),
  downloads: screen('/personal/downBigExcel'),
  /** What a person did on a phone and the server has not taken yet. */
  outbox: screen('/my/outbox'),
  profile: screen('/isolarerp/employee/individual'),
}

/** The addresses of all screens (spec 1 §2): what links to one, and the menu, read them here. */
export const paths = {
  ...permitted,
  ...visitorPaths,
  home: screen('/'),
  /** On a phone, what is one's own; open to everybody, as they show only what their calls allow. */
  myOrders: screen<'do' | 'order' | 'tab'>('/my/orders'),
  myMessages: screen('/my/messages'),
  myDevice: screen<'device'>('/my/device'),
  /** The defects that one reported from a phone; with `act`, the form for another one. */
  myReports: screen<'act' | 'device' | 'order' | 'report'>('/my/reports'),
  manual: screen('/my/manual'),
  scan: screen('/my/scan'),
  my: screen('/my'),
  feedback: screen('/user/tickling/tickling'),
  preview: screen<'id'>('/preview'),
  requestPrint: screen<'id'>('/personal/print'),
  orderPrint: screen<'id'>('/taskCenter/print'),
  inspectionSheet: screen<'order' | 'stop'>('/operation/inspection'),
  inspectionPrint: screen<'id'>('/operation/inspection/print'),
  ticketPrint: screen<'id'>('/operation/ticket/print'),
  statisticsPrint: screen<StatisticsParameter>('/operation/orderStatistics/print'),
  ticketReviewPrint: screen<'depCode' | 'month' | 'psId'>('/operation/ticketReview/print'),
  notFound: screen('/404'),
}

/** Entries of the menu that are switches instead of screens (spec 1 §4). */
export const flagPaths = { assistant: '/AIGC', erp: '/isolarerp', solarCare: '/solarCare' } as const

/** Sections of the product without a screen so far. */
const EMPTY_SECTIONS = [
  '/alarm',
  '/asset',
  '/budget',
  '/hse',
  '/payroll',
  '/performance',
  flagPaths.solarCare,
]

/**
 * Path prefixes of the product: a path below one that the menu does not contain is one that this user may not see (spec
 * 1 §2.1, §2.3). The answer does not reveal which pages exist.
 */
export const sections: readonly string[] = [
  ...new Set([
    ...Object.values(permitted).map(({ path }) => path.replace(/^(\/\w+).*$/, '$1')),
    ...EMPTY_SECTIONS,
  ]),
]
