import { Webhook } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const openApi: WebModule = {
  pages: {
    'open-api/OpenApiPage': () => import('./OpenApiPage.tsx').then((m) => ({ Page: m.OpenApiPage })),
  },
  icons: { webhook: Webhook },
}
