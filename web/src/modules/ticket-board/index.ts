import { SquareKanban } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const ticketBoard: WebModule = {
  pages: {
    'ticket-board/TicketBoardPage': () =>
      import('./TicketBoardPage.tsx').then((m) => ({ Page: m.TicketBoardPage })),
  },
  icons: { 'square-kanban': SquareKanban },
}
