import { ListChecks } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const inspectionItems: WebModule = {
  pages: {
    'inspection-items/InspectionItemsPage': async () => ({
      Page: (await import('./InspectionItemsPage.tsx')).InspectionItemsPage,
    }),
  },
  icons: { 'list-checks': ListChecks },
}
