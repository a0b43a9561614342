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
  actions: [
    { title: '我的下载', icon: 'download', page: paths.downloads.path, target: paths.downloads.path },
  ],
  icons: { download: Download },
}
