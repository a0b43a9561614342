import { paths } from '@heliodesk/contract/paths.ts'
import { Download } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const exports: WebModule = {
  pages: {
    'exports/DownloadsPage': () => import('./DownloadsPage.tsx').then((m) => ({ Page: m.DownloadsPage })),
  },
  openPages: [
    { path: paths.downloads.path, title: '我的下载', component: 'exports/DownloadsPage', icon: 'download' },
  ],
  icons: { download: Download },
}
