import { paths } from '@heliodesk/contract/paths.ts'
import { CloudUpload, ScanLine, Smartphone } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

/** What only a phone has. */
export const field: WebModule = {
  pages: {
    'field/MyPage': () => import('./MyPage.tsx').then((m) => ({ Page: m.MyPage })),
    'field/OutboxPage': () => import('./OutboxPage.tsx').then((m) => ({ Page: m.OutboxPage })),
    'field/ScanPage': () => import('./ScanPage.tsx').then((m) => ({ Page: m.ScanPage })),
  },
  openPages: [
    { path: paths.my.path, title: '我的', component: 'field/MyPage', icon: 'smartphone' },
    { path: paths.outbox.path, title: '本机待发送', component: 'field/OutboxPage', icon: 'cloud-upload' },
    { path: paths.scan.path, title: '扫码', component: 'field/ScanPage', icon: 'scan-line' },
  ],
  icons: { 'cloud-upload': CloudUpload, 'scan-line': ScanLine, smartphone: Smartphone },
}
