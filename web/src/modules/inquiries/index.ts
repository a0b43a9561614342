import { paths } from '@heliodesk/contract/paths.ts'
import { Mail, MessageSquareText } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const inquiries: WebModule = {
  pages: {
    'inquiries/FeedbackPage': () => import('./FeedbackPage.tsx').then((m) => ({ Page: m.FeedbackPage })),
    'inquiries/MailPage': () => import('./MailPage.tsx').then((m) => ({ Page: m.MailPage })),
  },
  openPages: [
    {
      path: paths.feedback.path,
      title: '问题反馈',
      component: 'inquiries/FeedbackPage',
      icon: 'message-square-text',
    },
  ],
  icons: { mail: Mail, 'message-square-text': MessageSquareText },
}
