export const pages = {
  'roles/RoleListPage': () => import('./RoleListPage.tsx').then((m) => ({ Page: m.RoleListPage })),
}
