import { Shapes } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const taskTypes: WebModule = {
  pages: {
    'task-types/TaskTypesPage': async () => ({ Page: (await import('./TaskTypesPage.tsx')).TaskTypesPage }),
  },
  icons: { shapes: Shapes },
}
