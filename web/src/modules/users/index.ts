export const pages = {
  'users/UserListPage': () => import('./UserListPage.tsx').then((m) => ({ Page: m.UserListPage })),
}
