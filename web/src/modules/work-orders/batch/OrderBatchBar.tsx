import { Ban, Download, UserPlus } from 'lucide-react'
import { ExportDialog } from '../../../domain/ExportDialog.tsx'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { BatchBar } from '../../../kit/page-table/BatchBar.tsx'
import { ReasonDialog } from '../../../kit/ReasonDialog.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { useCan } from '../../../lib/permission.tsx'
import { AssignOrders } from './AssignOrders.tsx'
import type { OrderBatch } from './use-order-batch.ts'

/** What can be done with the chosen orders; each button counts those with which it can be done. */
export function OrderBatchBar({ batch }: { batch: OrderBatch }) {
  const { bar, chosen, progress } = batch
  const [assignable, endable] = [batch.allowing('assign'), batch.allowing('terminate')]
  const mayExport = useCan('order:export')
  const phone = usePhone()
  const { show, shown } = useOverlays({
    assign: (overlay) => <AssignOrders {...overlay} orders={assignable} onAssign={batch.assign} />,
    terminate: (overlay) => (
      <ReasonDialog
        {...overlay}
        type="2"
        text={`${endable.length} 单作废后不可恢复，已填写的内容只能查看。`}
        onConfirm={(reason) => {
          overlay.onClose()
          batch.terminate(reason)
        }}
      />
    ),
    export: (overlay) => (
      <ExportDialog
        {...overlay}
        wanted={{ kind: 'workOrders', query: { ids: chosen.map(({ id }) => id) } }}
        name="工单"
        unit="单"
        conditions={`所选 ${chosen.length} 单`}
        total={chosen.length}
      />
    ),
  })
  const waits = progress && '正在逐单办理，请稍候'
  return (
    <>
      <BatchBar {...bar}>
        {/* On a phone the buttons take the room. */}
        {!phone && <span>{factsOf(batch)}</span>}
        {assignable.length > 0 && (
          <Button size="sm" icon={UserPlus} busy={progress !== null} onClick={() => show('assign')}>
            {progress ? `${progress.done} / ${progress.total}` : `批量指派 ${assignable.length}`}
          </Button>
        )}
        {mayExport && (
          <Button size="sm" icon={Download} onClick={() => show('export')}>
            导出 {chosen.length}
          </Button>
        )}
        {endable.length > 0 && (
          <Button size="sm" icon={Ban} refusal={waits} onClick={() => show('terminate')}>
            作废… {endable.length}
          </Button>
        )}
      </BatchBar>
      {shown}
    </>
  )
}

function factsOf({ chosen }: OrderBatch): string {
  const stations = new Set(chosen.map(({ psId }) => psId)).size
  const loss = chosen.reduce((sum, { flowSts, lossPower }) => sum + (flowSts < 4 ? lossPower : 0), 0)
  return [stations > 1 && `跨 ${stations} 座电站`, loss > 0 && `损失 ${formatNumber(loss, 1)} kWh/h`]
    .filter(Boolean)
    .join('，')
}
