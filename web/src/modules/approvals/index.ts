import { paths } from '@heliodesk/contract/paths.ts'
import { GitPullRequest } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const approvals: WebModule = {
  pages: {
    'approvals/ApprovalsPage': async () => ({ Page: (await import('./ApprovalsPage.tsx')).ApprovalsPage }),
  },
  openPages: [
    {
      path: paths.ownFlows.path,
      title: '我的流程',
      component: 'approvals/ApprovalsPage',
      icon: 'git-pull-request',
    },
  ],
  actions: [
    {
      title: '我的流程',
      icon: 'git-pull-request',
      page: paths.ownFlows.path,
      target: paths.ownFlows.path,
    },
  ],
  icons: { 'git-pull-request': GitPullRequest },
}
