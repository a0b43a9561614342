export const pages = {
  'work-orders/WorkOrderListPage': () =>
    import('./WorkOrderListPage.tsx').then((m) => ({ Page: m.WorkOrderListPage })),
}
