import { paths } from '@heliodesk/contract/paths.ts'
import type { WebModule } from '../../lib/web-module.ts'

export const oa: WebModule = {
  pages: {
    'oa/PrintPage': async () => ({ Page: (await import('./PrintPage.tsx')).PrintPage }),
  },
  openPages: [
    {
      path: paths.requestPrint.path,
      title: '打印审批单',
      component: 'oa/PrintPage',
      icon: 'git-pull-request',
    },
  ],
}
