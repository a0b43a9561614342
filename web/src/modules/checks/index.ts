import { FileText } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const checks: WebModule = {
  pages: {
    'checks/CheckRulePage': () => import('./CheckRulePage.tsx').then((m) => ({ Page: m.CheckRulePage })),
  },
  icons: { 'file-text': FileText },
}
