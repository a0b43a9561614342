import { MonitorDot } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const onlineUsers: WebModule = {
  pages: {
    'online-users/OnlineUserPage': () =>
      import('./OnlineUserPage.tsx').then((m) => ({ Page: m.OnlineUserPage })),
  },
  icons: { 'monitor-dot': MonitorDot },
}
