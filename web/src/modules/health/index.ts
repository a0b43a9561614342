import { Activity } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const health: WebModule = {
  pages: {
    'health/HealthPage': () => import('./HealthPage.tsx').then((m) => ({ Page: m.HealthPage })),
  },
  icons: { activity: Activity },
}
