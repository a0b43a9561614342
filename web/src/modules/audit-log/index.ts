import { History } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const auditLog: WebModule = {
  pages: {
    'audit-log/AuditLogPage': () => import('./AuditLogPage.tsx').then((m) => ({ Page: m.AuditLogPage })),
  },
  icons: { history: History },
}
