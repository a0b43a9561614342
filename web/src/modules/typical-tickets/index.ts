import { BookCopy } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const typicalTickets: WebModule = {
  pages: {
    'typical-tickets/TypicalTicketListPage': () =>
      import('./TypicalTicketListPage.tsx').then((m) => ({ Page: m.TypicalTicketListPage })),
  },
  icons: { 'book-copy': BookCopy },
}
