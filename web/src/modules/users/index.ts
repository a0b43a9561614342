import { Users } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const users: WebModule = {
  pages: {
    'users/UserListPage': () => import('./UserListPage.tsx').then((m) => ({ Page: m.UserListPage })),
  },
  icons: { users: Users },
}
