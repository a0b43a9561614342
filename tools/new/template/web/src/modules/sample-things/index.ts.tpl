import { Folder } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const sampleThings: WebModule = {
  pages: {
    'sample-things/SampleThingListPage': () =>
      import('./SampleThingListPage.tsx').then((m) => ({ Page: m.SampleThingListPage })),
  },
  icons: { folder: Folder },
}
