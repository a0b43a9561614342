import { Cable } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const earths: WebModule = {
  pages: {
    'earths/EarthListPage': () => import('./EarthListPage.tsx').then((m) => ({ Page: m.EarthListPage })),
  },
  icons: { cable: Cable },
}
