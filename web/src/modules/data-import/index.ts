export const pages = {
  'data-import/ImportPage': () => import('./ImportPage.tsx').then((m) => ({ Page: m.ImportPage })),
}
