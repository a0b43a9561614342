import {
  qualificationCalls,
  qualificationTitles as titles,
  type Qualification,
} from '@heliodesk/contract/qualifications.ts'
import { CalendarPlus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { closedRefusal, qualificationHead } from './qualification-list.tsx'

type QualificationDrawerProps = OverlayProps & {
  id: string
  /** The entry in the list behind, if it is there. */
  row: Qualification | null
  onRenew: (entry: Qualification) => void
}

/** One entry of the list: who may sign what, where and until when. */
export function QualificationDrawer({ id, row, onRenew, ...overlay }: QualificationDrawerProps) {
  const read = useCall(qualificationCalls.detail, { id })
  const entry = read.data?.id === id ? read.data : null
  return (
    <RecordDrawer
      {...overlay}
      call={qualificationCalls.detail}
      id={id}
      noun="人员资格"
      read={read}
      record={entry}
      row={row}
    >
      {(known) => ({
        ...qualificationHead(known),
        actions: (
          <Button
            code="qualification:edit"
            icon={CalendarPlus}
            refusal={closedRefusal(known)}
            onClick={() => onRenew(known)}
          >
            续期
          </Button>
        ),
        sections: (
          <DetailLayout
            items={[
              { label: titles.workNo, value: known.workNo },
              { label: titles.personDepName, value: known.personDepName },
              { label: titles.depName, value: known.depName },
              { label: titles.roleNames, value: known.roleNames, span: 3 },
              { label: titles.voltage, value: `${known.voltage} kV` },
              { label: titles.publication, value: known.publication },
              { label: titles.certificate, value: known.certificate },
              { label: titles.validFrom, value: known.validFrom },
              { label: titles.validUntil, value: known.validUntil },
              { label: titles.createdBy, value: known.createdBy },
              { label: titles.createTime, value: formatMinute(known.createTime) },
              ...(known.state === 'revoked'
                ? [
                    { label: '撤销人', value: known.revokedBy },
                    { label: '撤销时间', value: known.revokeTime && formatMinute(known.revokeTime) },
                    { label: '撤销原因', value: known.revokeReason, span: 3 as const },
                  ]
                : []),
            ]}
          />
        ),
      })}
    </RecordDrawer>
  )
}
