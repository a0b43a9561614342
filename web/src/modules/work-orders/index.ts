import { paths } from '@heliodesk/contract/paths.ts'
import { Bell, ChartColumn, ChartGantt, ClipboardList, Droplets, Eye, Hand, Sunrise } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const workOrders: WebModule = {
  pages: {
    'work-orders/CleaningPage': () =>
      import('./cleaning/CleaningPage.tsx').then((m) => ({ Page: m.CleaningPage })),
    'work-orders/InspectionPrintPage': () =>
      import('./inspection/print/InspectionPrintPage.tsx').then((m) => ({ Page: m.InspectionPrintPage })),
    'work-orders/InspectionSheetPage': () =>
      import('./inspection/InspectionSheetPage.tsx').then((m) => ({ Page: m.InspectionSheetPage })),
    'work-orders/HallPage': () => import('./hall/HallPage.tsx').then((m) => ({ Page: m.HallPage })),
    'work-orders/MyOrdersPage': () =>
      import('./mine/MyOrdersPage.tsx').then((m) => ({ Page: m.MyOrdersPage })),
    'work-orders/MessagesPage': () =>
      import('./mine/MessagesPage.tsx').then((m) => ({ Page: m.MessagesPage })),
    'work-orders/OrderPreviewPage': () =>
      import('./OrderPreviewPage.tsx').then((m) => ({ Page: m.OrderPreviewPage })),
    'work-orders/OrderPrintPage': () =>
      import('./print/OrderPrintPage.tsx').then((m) => ({ Page: m.OrderPrintPage })),
    'work-orders/PortalPage': () => import('./portal/PortalPage.tsx').then((m) => ({ Page: m.PortalPage })),
    'work-orders/StatisticsPrintPage': () =>
      import('./print/StatisticsPrintPage.tsx').then((m) => ({ Page: m.StatisticsPrintPage })),
    'work-orders/StatisticsPage': () =>
      import('./statistics/StatisticsPage.tsx').then((m) => ({ Page: m.StatisticsPage })),
    'work-orders/TaskViewPage': () =>
      import('./task-view/TaskViewPage.tsx').then((m) => ({ Page: m.TaskViewPage })),
    'work-orders/WorkOrderListPage': () =>
      import('./WorkOrderListPage.tsx').then((m) => ({ Page: m.WorkOrderListPage })),
  },
  ahead: async () => (await import('./ahead.ts')).ordersAhead(),
  openPages: [
    { path: paths.myMessages.path, title: '消息', component: 'work-orders/MessagesPage', icon: 'bell' },
    {
      path: paths.myOrders.path,
      title: '我的工单',
      component: 'work-orders/MyOrdersPage',
      icon: 'clipboard-list',
    },
    {
      path: paths.inspectionSheet.path,
      title: '巡检记录',
      component: 'work-orders/InspectionSheetPage',
      icon: 'clipboard-list',
    },
    {
      path: paths.inspectionPrint.path,
      title: '打印巡检记录',
      component: 'work-orders/InspectionPrintPage',
      icon: 'clipboard-list',
    },
    { path: paths.preview.path, title: '预览', component: 'work-orders/OrderPreviewPage', icon: 'eye' },
    {
      path: paths.orderPrint.path,
      title: '打印工单',
      component: 'work-orders/OrderPrintPage',
      icon: 'clipboard-list',
    },
    {
      path: paths.statisticsPrint.path,
      title: '打印工单分析',
      component: 'work-orders/StatisticsPrintPage',
      icon: 'chart-column',
    },
  ],
  icons: {
    bell: Bell,
    'chart-column': ChartColumn,
    'chart-gantt': ChartGantt,
    'clipboard-list': ClipboardList,
    droplets: Droplets,
    eye: Eye,
    hand: Hand,
    sunrise: Sunrise,
  },
  actions: [
    {
      title: '新建工单',
      icon: 'clipboard-list',
      page: paths.orders.path,
      action: 'order:create',
      target: paths.orders.to({ act: 'add' }),
    },
    {
      title: '导出工单',
      icon: 'download',
      page: paths.orders.path,
      action: 'order:export',
      target: paths.orders.to({ act: 'export' }),
    },
  ],
  actionsOn: async (words, signal) => (await import('./search.ts')).findSteps(words, signal),
  search: {
    kind: 'order',
    title: '工单',
    page: paths.orders.path,
    action: 'order:list',
    leastLetters: 2,
    hint: '输入编号、描述、电站或负责人，至少 2 个字',
    listOf: (keyword) => paths.orders.to({ keyword }),
    find: async (words, signal) => (await import('./search.ts')).findOrders(words, signal),
  },
}
