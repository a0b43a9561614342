import { Building, ServerCog } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const companies: WebModule = {
  pages: {
    'companies/CompanyPage': () => import('./CompanyPage.tsx').then((m) => ({ Page: m.CompanyPage })),
  },
  icons: { building: Building, 'server-cog': ServerCog },
}
