export const pages = {
  'sign-in-log/SignInLogPage': () => import('./SignInLogPage.tsx').then((m) => ({ Page: m.SignInLogPage })),
}
