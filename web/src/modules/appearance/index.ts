import { CircleCheckBig } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const appearance: WebModule = {
  pages: {
    'appearance/AppearancePage': async () => ({
      Page: (await import('./AppearancePage.tsx')).AppearancePage,
    }),
  },
  icons: { 'circle-check-big': CircleCheckBig },
}
