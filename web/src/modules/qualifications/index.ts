import { IdCard, ShieldAlert } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const qualifications: WebModule = {
  pages: {
    'qualifications/QualificationListPage': () =>
      import('./QualificationListPage.tsx').then((m) => ({ Page: m.QualificationListPage })),
  },
  icons: { 'id-card': IdCard, 'shield-alert': ShieldAlert },
}
