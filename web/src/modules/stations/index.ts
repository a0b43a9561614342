export const pages = {
  'stations/StationListPage': () =>
    import('./StationListPage.tsx').then((m) => ({ Page: m.StationListPage })),
}
