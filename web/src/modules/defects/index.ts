import { Scale } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const defects: WebModule = {
  pages: {
    'defects/GradingPage': () => import('./GradingPage.tsx').then((m) => ({ Page: m.GradingPage })),
  },
  icons: { scale: Scale },
}
