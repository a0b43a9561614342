import { Upload } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const dataImport: WebModule = {
  pages: {
    'data-import/ImportPage': () => import('./ImportPage.tsx').then((m) => ({ Page: m.ImportPage })),
  },
  icons: { upload: Upload },
}
