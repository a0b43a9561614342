import { IdCard } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const positions: WebModule = {
  pages: {
    'positions/PositionListPage': () =>
      import('./PositionListPage.tsx').then((m) => ({ Page: m.PositionListPage })),
  },
  icons: { 'id-card': IdCard },
}
