import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import type { Wanted } from '../../domain/ExportDialog.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useCan } from '../../lib/permission.tsx'

const ExportDialog = lazy(() =>
  import('../../domain/ExportDialog.tsx').then((m) => ({ default: m.ExportDialog })),
)

type ExportActionProps = {
  query: Extract<Wanted, { kind: 'workOrders' }>['query']
  conditions: string
  total: number | null
}

/** The 导出 button for users with the permission; the dialog is loaded when it is opened. */
export function ExportAction({ query, ...rest }: ExportActionProps) {
  const [asking, setAsking] = useState(false)
  const dialog = useOverlay(asking || null)
  if (!useCan('order:export')) return null
  return (
    <>
      <Button icon={Download} onClick={() => setAsking(true)}>
        导出
      </Button>
      {dialog.value && (
        <Suspense key={dialog.key}>
          <ExportDialog
            {...rest}
            wanted={{ kind: 'workOrders', query }}
            name="工单"
            unit="单"
            open={dialog.open}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
