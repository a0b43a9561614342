import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useCan } from '../../lib/permission.tsx'
import type { Wanted } from './ExportOrders.tsx'

const ExportOrders = lazy(() => import('./ExportOrders.tsx').then((m) => ({ default: m.ExportOrders })))

/** 导出 for those who may; the dialog is fetched when it is asked for. */
export function ExportAction(wanted: Wanted) {
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
          <ExportOrders {...wanted} open={dialog.open} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
