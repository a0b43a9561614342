export const pages = {
  'departments/DepartmentPage': () =>
    import('./DepartmentPage.tsx').then((m) => ({ Page: m.DepartmentPage })),
}
