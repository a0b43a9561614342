import { oaCalls, oaTitles, type OaKind } from '@heliodesk/contract/oa.ts'
import { useState } from 'react'
import { Segments } from '../../kit/Segments.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { RequestDrawer } from './RequestDrawer.tsx'

type ApplyDrawerProps = OverlayProps & { onApplied: (processInstanceId: string) => void }

/** 发起流程: chooses what is asked for, and fills in its form. */
export function ApplyDrawer({ onApplied, ...overlay }: ApplyDrawerProps) {
  const [kind, setKind] = useState<OaKind>('leave')
  const saving = useSaving(oaCalls.apply, {
    said: (_answer, { request }) => [`${oaTitles[request.kind]}已提交`, '办理进展在“我发起的”里'],
    onClose: overlay.onClose,
    onSaved: ({ processInstanceId }) => onApplied(processInstanceId),
  })
  return (
    <RequestDrawer
      {...overlay}
      title="发起流程"
      verb="提交"
      kind={kind}
      before={
        <div className="wide">
          <Segments label="流程" choices={oaTitles} value={kind} onChange={setKind} />
        </div>
      }
      saving={saving}
      onSend={(request) => saving.send({ request })}
    />
  )
}
