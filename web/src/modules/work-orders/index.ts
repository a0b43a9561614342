import { paths } from '@heliodesk/contract/paths.ts'
import { ClipboardList, Eye } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const workOrders: WebModule = {
  pages: {
    'work-orders/OrderPreviewPage': () =>
      import('./OrderPreviewPage.tsx').then((m) => ({ Page: m.OrderPreviewPage })),
    'work-orders/WorkOrderListPage': () =>
      import('./WorkOrderListPage.tsx').then((m) => ({ Page: m.WorkOrderListPage })),
  },
  openPages: [
    { path: paths.preview.path, title: '预览', component: 'work-orders/OrderPreviewPage', icon: 'eye' },
  ],
  icons: { 'clipboard-list': ClipboardList, eye: Eye },
  search: {
    kind: 'order',
    title: '工单',
    page: paths.orders.path,
    action: 'order:list',
    leastLetters: 2,
    hint: '输入工单编号或描述，至少 2 个字',
    listOf: (keyword) => paths.orders.to({ keyword }),
    find: async (words, signal) => (await import('./search.ts')).findOrders(words, signal),
  },
}
