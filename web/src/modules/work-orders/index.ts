export const pages = {
  'work-orders/OrderPreviewPage': () =>
    import('./OrderPreviewPage.tsx').then((m) => ({ Page: m.OrderPreviewPage })),
  'work-orders/WorkOrderListPage': () =>
    import('./WorkOrderListPage.tsx').then((m) => ({ Page: m.WorkOrderListPage })),
}
