import { paths } from '@heliodesk/contract/paths.ts'
import { HardDrive } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

const { path } = paths.devices

export const devices: WebModule = {
  pages: {
    'devices/DevicePage': () => import('./DevicePage.tsx').then((m) => ({ Page: m.DevicePage })),
    'devices/DeviceListPage': () => import('./DeviceListPage.tsx').then((m) => ({ Page: m.DeviceListPage })),
  },
  openPages: [
    { path: paths.myDevice.path, title: '设备', component: 'devices/DevicePage', icon: 'hard-drive' },
  ],
  icons: { 'hard-drive': HardDrive },
  actions: [
    {
      title: '新增设备',
      icon: 'hard-drive',
      page: path,
      action: 'device:edit',
      target: paths.devices.to({ act: 'add' }),
    },
    { title: '导出设备', icon: 'download', page: path, target: paths.devices.to({ act: 'export' }) },
  ],
  search: {
    kind: 'device',
    title: '设备',
    page: path,
    action: 'device:list',
    leastLetters: 2,
    hint: '输入名称、拼音、编码或电站，至少 2 个字',
    listOf: (keyword) => paths.devices.to({ keyword }),
    find: async (words, signal) => (await import('./search.ts')).findDevices(words, signal),
  },
}
