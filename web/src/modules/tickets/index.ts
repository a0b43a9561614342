import { paths } from '@heliodesk/contract/paths.ts'
import { FilePen } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const tickets: WebModule = {
  pages: {
    'tickets/TicketPrintPage': () =>
      import('./print/TicketPrintPage.tsx').then((m) => ({ Page: m.TicketPrintPage })),
    'tickets/TicketsPage': () => import('./TicketsPage.tsx').then((m) => ({ Page: m.TicketsPage })),
  },
  openPages: [
    {
      path: paths.ticketPrint.path,
      title: '打印两票',
      component: 'tickets/TicketPrintPage',
      icon: 'file-pen',
    },
  ],
  icons: { 'file-pen': FilePen },
}
