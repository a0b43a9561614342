import { paths } from '@heliodesk/contract/paths.ts'
import { Sun } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const stations: WebModule = {
  pages: {
    'stations/StationListPage': () =>
      import('./StationListPage.tsx').then((m) => ({ Page: m.StationListPage })),
  },
  icons: { sun: Sun },
  actions: [
    {
      title: '新增电站',
      icon: 'sun',
      page: paths.stations.path,
      action: 'station:edit',
      target: paths.stations.to({ act: 'add' }),
    },
    {
      title: '导出电站档案',
      icon: 'download',
      page: paths.stations.path,
      target: paths.stations.to({ act: 'export' }),
    },
  ],
  actionsOn: async (words, signal) => (await import('./search.ts')).findReports(words, signal),
  search: {
    kind: 'station',
    title: '电站',
    page: paths.stations.path,
    action: 'station:list',
    leastLetters: 1,
    hint: '输入名称或拼音',
    listOf: (psName) => paths.stations.to({ psName }),
    find: async (words, signal) => (await import('./search.ts')).findStations(words, signal),
  },
}
