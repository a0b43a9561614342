import { FilePen } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const tickets: WebModule = {
  pages: {
    'tickets/TicketsPage': () => import('./TicketsPage.tsx').then((m) => ({ Page: m.TicketsPage })),
  },
  icons: { 'file-pen': FilePen },
}
