import { paths } from '@heliodesk/contract/paths.ts'
import { BadgePercent } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const ticketReviews: WebModule = {
  pages: {
    'ticket-reviews/ReviewPrintPage': () =>
      import('./ReviewPrintPage.tsx').then((m) => ({ Page: m.ReviewPrintPage })),
    'ticket-reviews/TicketReviewsPage': () =>
      import('./TicketReviewsPage.tsx').then((m) => ({ Page: m.TicketReviewsPage })),
  },
  openPages: [
    {
      path: paths.ticketReviewPrint.path,
      title: '打印两票评价',
      component: 'ticket-reviews/ReviewPrintPage',
      icon: 'badge-percent',
    },
  ],
  icons: { 'badge-percent': BadgePercent },
}
