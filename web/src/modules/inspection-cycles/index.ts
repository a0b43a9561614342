import { Repeat } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const inspectionCycles: WebModule = {
  pages: {
    'inspection-cycles/CyclePage': () => import('./CyclePage.tsx').then((m) => ({ Page: m.CyclePage })),
  },
  icons: { repeat: Repeat },
}
