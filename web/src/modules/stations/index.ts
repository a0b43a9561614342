import { paths } from '@heliodesk/contract/paths.ts'
import { Sun } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const stations: WebModule = {
  pages: {
    'stations/StationListPage': () =>
      import('./StationListPage.tsx').then((m) => ({ Page: m.StationListPage })),
  },
  icons: { sun: Sun },
  search: {
    kind: 'station',
    title: '电站',
    page: paths.stations.path,
    action: 'station:list',
    leastLetters: 1,
    hint: '输入名称',
    listOf: (psName) => paths.stations.to({ psName }),
    find: async (words, signal) => (await import('./search.ts')).findStations(words, signal),
  },
}
