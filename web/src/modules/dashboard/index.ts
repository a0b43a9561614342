export const pages = {
  'dashboard/DashboardPage': () => import('./DashboardPage.tsx').then((m) => ({ Page: m.DashboardPage })),
}
