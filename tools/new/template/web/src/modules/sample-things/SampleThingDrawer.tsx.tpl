import { sampleThingCalls, sampleThingTitles } from '@heliodesk/contract/sample-things.ts'
import { Pencil } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { formatMinute } from '../../kit/format.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useUnread } from '../../kit/use-unread.tsx'
import { useCall } from '../../lib/queries.ts'
import type { SampleThing } from './sample-thing-list.tsx'

type SampleThingDrawerProps = OverlayProps & { id: string; onEdit: (sampleThing: SampleThing) => void }

/** The detail of a sample thing. */
export function SampleThingDrawer({ id, onEdit, ...overlay }: SampleThingDrawerProps) {
  const read = useCall(sampleThingCalls.detail, { id })
  const sampleThing = read.data?.id === id ? read.data : null
  const unread = useUnread('样品', read, sampleThing !== null)
  const base = { ...overlay, inAddress: true, top: <span>样品</span> }
  if (!sampleThing) return <DetailDrawer {...base} {...unread} />
  const { name, psName, depName, remark, updatedBy, updateTime } = sampleThing
  return (
    <DetailDrawer
      {...base}
      title={name}
      actions={
        <Button code="sampleThing:edit" icon={Pencil} onClick={() => onEdit(sampleThing)}>
          编辑
        </Button>
      }
    >
      <DetailLayout
        items={[
          { label: sampleThingTitles.psName, value: psName },
          { label: sampleThingTitles.depName, value: depName },
          { label: sampleThingTitles.updatedBy, value: updatedBy },
          { label: sampleThingTitles.updateTime, value: formatMinute(updateTime) },
          { label: sampleThingTitles.remark, value: remark, span: 3 },
        ]}
      />
    </DetailDrawer>
  )
}
