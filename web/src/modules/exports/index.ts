export const pages = {
  'exports/DownloadsPage': () => import('./DownloadsPage.tsx').then((m) => ({ Page: m.DownloadsPage })),
}
