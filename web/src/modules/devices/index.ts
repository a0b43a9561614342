import { HardDrive } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const devices: WebModule = {
  pages: {
    'devices/DeviceListPage': () => import('./DeviceListPage.tsx').then((m) => ({ Page: m.DeviceListPage })),
  },
  icons: { 'hard-drive': HardDrive },
}
