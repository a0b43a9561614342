import { paths } from '@heliodesk/contract/paths.ts'
import { BookOpen, CloudUpload, ScanLine, Smartphone, TriangleAlert } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

/** What only a phone has. */
export const field: WebModule = {
  pages: {
    'field/MyPage': () => import('./MyPage.tsx').then((m) => ({ Page: m.MyPage })),
    'field/ManualPage': () => import('./manual/ManualPage.tsx').then((m) => ({ Page: m.ManualPage })),
    'field/ReportsPage': () => import('./reports/ReportsPage.tsx').then((m) => ({ Page: m.ReportsPage })),
    'field/OutboxPage': () => import('./OutboxPage.tsx').then((m) => ({ Page: m.OutboxPage })),
    'field/ScanPage': () => import('./ScanPage.tsx').then((m) => ({ Page: m.ScanPage })),
  },
  openPages: [
    { path: paths.my.path, title: '我的', component: 'field/MyPage', icon: 'smartphone' },
    { path: paths.outbox.path, title: '本机待发送', component: 'field/OutboxPage', icon: 'cloud-upload' },
    { path: paths.myReports.path, title: '我上报的', component: 'field/ReportsPage', icon: 'triangle-alert' },
    { path: paths.manual.path, title: '现场手册', component: 'field/ManualPage', icon: 'book-open' },
    { path: paths.scan.path, title: '扫码', component: 'field/ScanPage', icon: 'scan-line' },
  ],
  ahead: async () => (await import('./ahead.ts')).reportsAhead(),
  icons: {
    'book-open': BookOpen,
    'triangle-alert': TriangleAlert,
    'cloud-upload': CloudUpload,
    'scan-line': ScanLine,
    smartphone: Smartphone,
  },
}
