import { Bell } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const messages: WebModule = {
  pages: {
    'messages/MessagesPage': () => import('./MessagesPage.tsx').then((m) => ({ Page: m.MessagesPage })),
  },
  icons: { bell: Bell },
}
