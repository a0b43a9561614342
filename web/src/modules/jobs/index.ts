import { Timer } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const jobs: WebModule = {
  pages: {
    'jobs/JobsPage': () => import('./JobsPage.tsx').then((m) => ({ Page: m.JobsPage })),
  },
  icons: { timer: Timer },
}
