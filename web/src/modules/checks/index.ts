export const pages = {
  'checks/CheckRulePage': () => import('./CheckRulePage.tsx').then((m) => ({ Page: m.CheckRulePage })),
}
