import { CalendarDays } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const calendar: WebModule = {
  pages: {
    'calendar/CalendarPage': async () => ({ Page: (await import('./CalendarPage.tsx')).CalendarPage }),
  },
  icons: { 'calendar-days': CalendarDays },
}
