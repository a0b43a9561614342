import { Workflow } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const workflow: WebModule = {
  pages: {
    'workflow/ProcessPage': async () => ({
      Page: (await import('./instances/ProcessesPage.tsx')).ProcessesPage,
    }),
  },
  icons: { workflow: Workflow },
}
