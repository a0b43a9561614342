import { sampleThingCalls, sampleThingTitles, type SampleThing } from '@heliodesk/contract/sample-things.ts'
import { Pencil } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import type { DetailHead } from '../../kit/glimpse.tsx'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'

type SampleThingDrawerProps = OverlayProps & {
  id: string
  /** The sample thing in the list behind, if it is there. */
  row: SampleThing | null
  onEdit: (sampleThing: SampleThing) => void
}

export const sampleThingHead = ({ name }: SampleThing): DetailHead => ({ top: <span>样品</span>, title: name })

/** The detail of a sample thing. */
export function SampleThingDrawer({ id, row, onEdit, ...overlay }: SampleThingDrawerProps) {
  const read = useCall(sampleThingCalls.detail, { id })
  const sampleThing = read.data?.id === id ? read.data : null
  return (
    <RecordDrawer
      {...overlay}
      call={sampleThingCalls.detail}
      id={id}
      noun="样品"
      read={read}
      record={sampleThing}
      row={row}
    >
      {(known) => ({
        ...sampleThingHead(known),
        actions: (
          <Button code="sampleThing:edit" icon={Pencil} onClick={() => onEdit(known)}>
            编辑
          </Button>
        ),
        sections: (
          <DetailLayout
            items={[
              { label: sampleThingTitles.psName, value: known.psName },
              { label: sampleThingTitles.depName, value: known.depName },
              { label: sampleThingTitles.updatedBy, value: known.updatedBy },
              { label: sampleThingTitles.updateTime, value: formatMinute(known.updateTime) },
              { label: sampleThingTitles.remark, value: known.remark, span: 3 },
            ]}
          />
        ),
      })}
    </RecordDrawer>
  )
}
