import { ListTree } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const menus: WebModule = {
  pages: {
    'menus/MenuPage': () => import('./MenuPage.tsx').then((m) => ({ Page: m.MenuPage })),
  },
  icons: { 'list-tree': ListTree },
}
