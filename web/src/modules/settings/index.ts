export const pages = {
  'settings/SystemSettingsPage': () =>
    import('./SystemSettingsPage.tsx').then((m) => ({ Page: m.SystemSettingsPage })),
  'settings/BusinessSettingsPage': () =>
    import('./BusinessSettingsPage.tsx').then((m) => ({ Page: m.BusinessSettingsPage })),
  'settings/PersonalPage': () => import('./PersonalPage.tsx').then((m) => ({ Page: m.PersonalPage })),
}
