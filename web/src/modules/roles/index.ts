import { Shield } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const roles: WebModule = {
  pages: {
    'roles/RoleListPage': () => import('./RoleListPage.tsx').then((m) => ({ Page: m.RoleListPage })),
  },
  icons: { shield: Shield },
}
