import { Workflow } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const workflow: WebModule = {
  pages: {
    'workflow/ProcessPage': async () => ({ Page: (await import('./ProcessPage.tsx')).ProcessPage }),
  },
  icons: { workflow: Workflow },
}
