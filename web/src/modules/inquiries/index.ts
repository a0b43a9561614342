import type { Pages } from '../../modules.ts'

export const pages: Pages = {
  'inquiries/FeedbackPage': () => import('./FeedbackPage.tsx').then((m) => ({ Page: m.FeedbackPage })),
  'inquiries/MailPage': () => import('./MailPage.tsx').then((m) => ({ Page: m.MailPage })),
}
