import { LayoutDashboard } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const dashboard: WebModule = {
  pages: {
    'dashboard/DashboardPage': () => import('./DashboardPage.tsx').then((m) => ({ Page: m.DashboardPage })),
  },
  icons: { 'layout-dashboard': LayoutDashboard },
}
