import { paths } from '@heliodesk/contract/paths.ts'
import { FileInput } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const oa: WebModule = {
  pages: {
    'oa/FormsPage': async () => ({ Page: (await import('./FormsPage.tsx')).FormsPage }),
    'oa/PrintPage': async () => ({ Page: (await import('./PrintPage.tsx')).PrintPage }),
  },
  icons: { 'form-input': FileInput },
  openPages: [
    {
      path: paths.requestPrint.path,
      title: '打印审批单',
      component: 'oa/PrintPage',
      icon: 'git-pull-request',
    },
  ],
}
