/**
 * Filters the list by the import that added or changed its rows. Only a link names one, so the filter is offered while
 * the address has it.
 */
export const byImport = (importId: string | null) =>
  importId === null || !/^[1-9]\d{0,17}$/.test(importId)
    ? []
    : [
        {
          kind: 'select',
          name: 'importId',
          label: '导入',
          choices: [{ value: importId, label: `编号 ${importId}` }],
          single: true,
        } as const,
      ]
