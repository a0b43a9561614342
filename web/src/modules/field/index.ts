import { paths } from '@heliodesk/contract/paths.ts'
import { ScanLine, Smartphone } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

/** What only a phone has. */
export const field: WebModule = {
  pages: {
    'field/MyPage': () => import('./MyPage.tsx').then((m) => ({ Page: m.MyPage })),
    'field/ScanPage': () => import('./ScanPage.tsx').then((m) => ({ Page: m.ScanPage })),
  },
  openPages: [
    { path: paths.my.path, title: '我的', component: 'field/MyPage', icon: 'smartphone' },
    { path: paths.scan.path, title: '扫码', component: 'field/ScanPage', icon: 'scan-line' },
  ],
  icons: { 'scan-line': ScanLine, smartphone: Smartphone },
}
