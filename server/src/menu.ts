import { flagPaths, paths } from '@heliodesk/contract/paths.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { operatorMenu } from './operator-menu.ts'
import { sisterPaths, sisterSystems } from '@heliodesk/contract/shell.ts'

export type Page = {
  path: string
  name: string
  component: string
  icon: string
  codes: PermissionCode[]
  /** Not in the menu; reached from other pages. */
  hidden?: boolean
  /** Which companies have it: by default all but the platform's own, whose people are the operators. */
  of?: 'both' | 'operator'
  /** The product areas that the sign-in page lists because of this page. */
  areas?: string[]
}
/** A menu without pages is a flag (spec 1 §4): only holding its code matters. */
export type TopMenu = {
  path: string
  name: string
  component: string
  icon: string
  pages: Page[]
  codes?: PermissionCode[]
  of?: Page['of']
}

/** All menu entries with a screen. A page's codes become its buttons; any one of them makes the page visible. */
export const topMenus: TopMenu[] = [
  {
    path: '/production',
    name: '生产运营',
    component: 'layouts/Basic',
    icon: 'clipboard-list',
    pages: [
      {
        path: paths.dashboard.path,
        name: '首页',
        component: 'dashboard/DashboardPage',
        icon: 'layout-dashboard',
        codes: ['dashboard:view'],
      },
      {
        path: paths.workPortal.path,
        name: '工作门户',
        component: 'work-orders/PortalPage',
        icon: 'sunrise',
        codes: ['portal:view'],
      },
      {
        path: paths.orders.path,
        name: '任务中心',
        component: 'work-orders/WorkOrderListPage',
        icon: 'clipboard-list',
        codes: [
          'order:list',
          'order:create',
          'order:assign',
          'order:claim',
          'order:execute',
          'order:extend',
          'order:check',
          'order:audit',
          'order:terminate',
          'order:export',
          'comment:history',
          'savedView:share',
        ],
        areas: ['工单'],
      },
      {
        path: paths.orderHall.path,
        name: '接单大厅',
        component: 'work-orders/HallPage',
        icon: 'hand',
        codes: ['hall:view'],
      },
      {
        path: paths.taskView.path,
        name: '任务视图',
        component: 'work-orders/TaskViewPage',
        icon: 'chart-gantt',
        codes: ['schedule:view'],
      },
      {
        path: paths.cleaning.path,
        name: '清洗工单',
        component: 'work-orders/CleaningPage',
        icon: 'droplets',
        codes: ['cleaning:view'],
      },
      {
        path: paths.appearance.path,
        name: '站容站貌',
        component: 'appearance/AppearancePage',
        icon: 'circle-check-big',
        codes: ['appearance:manage'],
      },
      {
        path: paths.tickets.path,
        name: '两票管理',
        component: 'tickets/TicketsPage',
        icon: 'file-pen',
        codes: [
          'ticket:list',
          'ticket:create',
          'ticket:sign',
          'ticket:review',
          'ticket:approve',
          'ticket:export',
        ],
      },
      {
        path: paths.ticketBoard.path,
        name: '两票看板',
        component: 'ticket-board/TicketBoardPage',
        icon: 'square-kanban',
        codes: ['ticket:board'],
      },
      {
        path: paths.typicalTickets.path,
        name: '典型票',
        component: 'typical-tickets/TypicalTicketListPage',
        icon: 'book-copy',
        codes: ['typicalTicket:list', 'typicalTicket:edit'],
      },
      {
        path: paths.orderStatistics.path,
        name: '工单分析',
        component: 'work-orders/StatisticsPage',
        icon: 'chart-column',
        codes: ['statistics:view'],
      },
    ],
  },
  {
    path: '/safety',
    name: '安全环保',
    component: 'layouts/Basic',
    icon: 'shield-alert',
    pages: [
      {
        path: paths.ticketReviews.path,
        name: '两票评价',
        component: 'ticket-reviews/TicketReviewsPage',
        icon: 'badge-percent',
        codes: ['ticketReview:list', 'ticketReview:edit'],
      },
      {
        path: paths.qualifications.path,
        name: '三种人名单',
        component: 'qualifications/QualificationListPage',
        icon: 'id-card',
        codes: ['qualification:list', 'qualification:edit'],
      },
      {
        path: paths.earths.path,
        name: '接地线台账',
        component: 'earths/EarthListPage',
        icon: 'cable',
        codes: ['earth:list', 'earth:edit'],
      },
    ],
  },
  {
    path: '/station',
    name: '电站与告警',
    component: 'layouts/Basic',
    icon: 'sun',
    pages: [
      {
        path: paths.stations.path,
        name: '电站档案',
        component: 'stations/StationListPage',
        icon: 'sun',
        codes: ['station:list', 'station:edit'],
        areas: ['电站', '发电'],
      },
      {
        path: paths.devices.path,
        name: '设备台账',
        component: 'devices/DeviceListPage',
        icon: 'hard-drive',
        codes: ['device:list', 'device:edit'],
        areas: ['设备'],
      },
    ],
  },
  operatorMenu,
  {
    path: '/system',
    name: '系统管理',
    component: 'layouts/Basic',
    icon: 'settings',
    of: 'both',
    pages: [
      {
        path: paths.users.path,
        name: '用户',
        component: 'users/UserListPage',
        icon: 'users',
        codes: ['user:manage', 'user:personal'],
        of: 'both',
      },
      {
        path: paths.roles.path,
        name: '角色',
        component: 'roles/RoleListPage',
        icon: 'shield',
        codes: ['role:manage'],
        of: 'both',
      },
      {
        path: paths.dataRoles.path,
        name: '数据角色',
        component: 'data-roles/DataRolePage',
        icon: 'list-filter',
        codes: ['dataRole:manage'],
      },
      {
        path: paths.menus.path,
        name: '菜单',
        component: 'menus/MenuPage',
        icon: 'list-tree',
        codes: ['menu:manage'],
      },
      {
        path: paths.departments.path,
        name: '部门',
        component: 'departments/DepartmentPage',
        icon: 'building-2',
        codes: ['department:manage'],
        of: 'both',
      },
      {
        path: paths.dictionaries.path,
        name: '字典',
        component: 'dictionaries/DictionaryPage',
        icon: 'book-open',
        codes: ['dict:manage'],
      },
      {
        path: paths.checkRules.path,
        name: '编码规则',
        component: 'checks/CheckRulePage',
        icon: 'file-text',
        codes: ['rule:manage'],
      },
      {
        path: paths.templates.path,
        name: '模板附件',
        component: 'templates/TemplatePage',
        icon: 'file-text',
        codes: ['template:manage'],
      },
      {
        path: paths.processes.path,
        name: '流程设计',
        component: 'workflow/ProcessPage',
        icon: 'workflow',
        codes: ['workflow:manage'],
      },
      {
        path: paths.holidays.path,
        name: '节假日历',
        component: 'calendar/CalendarPage',
        icon: 'calendar-days',
        codes: ['calendar:manage'],
      },
      {
        path: paths.forms.path,
        name: '表单设计',
        component: 'oa/FormsPage',
        icon: 'form-input',
        codes: ['form:manage'],
      },
      {
        path: paths.taskTypes.path,
        name: '任务类型',
        component: 'task-types/TaskTypesPage',
        icon: 'shapes',
        codes: ['taskType:manage'],
      },
      {
        path: paths.defectGradings.path,
        name: '定级模板',
        component: 'defects/GradingPage',
        icon: 'scale',
        codes: ['defectGrading:manage'],
      },
      {
        path: paths.dataImport.path,
        name: '数据导入',
        component: 'data-import/ImportPage',
        icon: 'upload',
        codes: ['import:run'],
      },
      {
        path: paths.onlineUsers.path,
        name: '在线用户',
        component: 'online-users/OnlineUserPage',
        icon: 'monitor-dot',
        codes: ['online:view'],
        of: 'both',
      },
      {
        path: paths.backgroundJobs.path,
        name: '后台任务',
        component: 'jobs/JobsPage',
        icon: 'timer',
        codes: ['job:manage'],
        of: 'both',
      },
      {
        path: paths.openApi.path,
        name: '开放接口',
        component: 'open-api/OpenApiPage',
        icon: 'webhook',
        codes: ['api:manage'],
      },
      {
        path: paths.signInLog.path,
        name: '登录日志',
        component: 'sign-in-log/SignInLogPage',
        icon: 'log-in',
        codes: ['log:view'],
        of: 'both',
      },
      {
        path: paths.auditLog.path,
        name: '审计日志',
        component: 'audit-log/AuditLogPage',
        icon: 'history',
        codes: ['audit:view'],
        of: 'both',
      },
      {
        path: paths.systemSettings.path,
        name: '系统配置',
        component: 'settings/SystemSettingsPage',
        icon: 'sliders-horizontal',
        codes: ['setting:system'],
        of: 'both',
        hidden: true,
      },
      {
        path: paths.businessSettings.path,
        name: '业务配置',
        component: 'settings/BusinessSettingsPage',
        icon: 'briefcase-business',
        codes: ['setting:business'],
        hidden: true,
      },
      {
        path: paths.mail.path,
        name: '总经理信箱',
        component: 'inquiries/MailPage',
        icon: 'mail',
        codes: ['mail:write'],
        hidden: true,
      },
      {
        path: paths.feedback.path,
        name: '问题反馈',
        component: 'inquiries/FeedbackPage',
        icon: 'message-square-text',
        codes: ['feedback:answer'],
        hidden: true,
      },
    ],
  },
  {
    path: flagPaths.assistant,
    name: '智能助手',
    component: 'flags/Assistant',
    icon: 'bot',
    pages: [],
    codes: ['assistant:use'],
  },
  ...sisterPaths.map((path) => ({
    path,
    name: sisterSystems[path].title,
    component: `flags${path}`,
    icon: 'external-link',
    pages: [],
    codes: [sisterSystems[path].permission],
  })),
]

/** The product's areas, in menu order. */
export const productAreas: string[] = topMenus.flatMap(({ pages }) =>
  pages.flatMap(({ areas = [] }) => areas),
)
