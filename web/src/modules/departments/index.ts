import { Building2 } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const departments: WebModule = {
  pages: {
    'departments/DepartmentPage': () =>
      import('./DepartmentPage.tsx').then((m) => ({ Page: m.DepartmentPage })),
  },
  icons: { 'building-2': Building2 },
}
