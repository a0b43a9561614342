import { CalendarCheck } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const inspectionPlans: WebModule = {
  pages: {
    'inspection-plans/PlanListPage': () => import('./PlanPage.tsx').then((m) => ({ Page: m.PlanPage })),
  },
  icons: { 'calendar-check': CalendarCheck },
}
