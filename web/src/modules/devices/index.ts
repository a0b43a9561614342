export const pages = {
  'devices/DeviceListPage': () => import('./DeviceListPage.tsx').then((m) => ({ Page: m.DeviceListPage })),
}
