import { ListFilter } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const dataRoles: WebModule = {
  pages: {
    'data-roles/DataRolePage': () => import('./DataRolePage.tsx').then((m) => ({ Page: m.DataRolePage })),
  },
  icons: { 'list-filter': ListFilter },
}
