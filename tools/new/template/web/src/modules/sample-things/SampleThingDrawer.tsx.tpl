import { sampleThingCalls, sampleThingTitles, type SampleThing } from '@heliodesk/contract/sample-things.ts'
import { Pencil } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'

type SampleThingDrawerProps = OverlayProps & { id: string; onEdit: (sampleThing: SampleThing) => void }

/** The detail of a sample thing. */
export function SampleThingDrawer({ id, onEdit, ...overlay }: SampleThingDrawerProps) {
  const read = useCall(sampleThingCalls.detail, { id })
  const sampleThing = read.data?.id === id ? read.data : null
  return (
    <RecordDrawer {...overlay} noun="样品" read={read} record={sampleThing}>
      {(loaded) => ({
        top: <span>样品</span>,
        title: loaded.name,
        actions: (
          <Button code="sampleThing:edit" icon={Pencil} onClick={() => onEdit(loaded)}>
            编辑
          </Button>
        ),
        sections: (
          <DetailLayout
            items={[
              { label: sampleThingTitles.psName, value: loaded.psName },
              { label: sampleThingTitles.depName, value: loaded.depName },
              { label: sampleThingTitles.updatedBy, value: loaded.updatedBy },
              { label: sampleThingTitles.updateTime, value: formatMinute(loaded.updateTime) },
              { label: sampleThingTitles.remark, value: loaded.remark, span: 3 },
            ]}
          />
        ),
      })}
    </RecordDrawer>
  )
}
