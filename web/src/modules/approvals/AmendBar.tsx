import { MOST_OPINION } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import type { Instance, OpenStep } from './approval.ts'
import type { OaRequest } from '../../domain/oa-form/RequestLines.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'
import css from './approvals.module.css'

type AmendProps = { instance: Instance; step: OpenStep; onDone: (() => void) | null }

/** A request that came back to its applicant, who changes it and sends it again. */
export function AmendBar(props: AmendProps) {
  const { instance } = props
  const request = useCall(oaCalls.detail, { id: instance.businessId })
  const { show, shown } = useOverlays({
    amend: (overlay, opened: OaRequest) => <AmendDrawer {...overlay} {...props} request={opened} />,
  })
  return (
    <div className={`touch-send ${css.decide}`} role="group" aria-label="修改申请">
      <p className="t2 s13">{instance.businessTitle}已退回给您，修改后重新提交。</p>
      <div className="row">
        <Button
          kind="pri"
          icon={Pencil}
          refusal={request.data ? null : '申请内容还没有取到'}
          onClick={() => request.data && show('amend', request.data)}
        >
          修改并重新提交
        </Button>
      </div>
      {shown}
    </div>
  )
}

/** The form is the version that the request was filled in with. */
function AmendDrawer({
  instance,
  step,
  onDone,
  request: { kind, definition, form, files },
  ...overlay
}: OverlayProps & AmendProps & { request: OaRequest }) {
  const [opinion, setOpinion] = useState('')
  const saving = useSaving(oaCalls.amend, {
    said: () => ['已重新提交', instance.title],
    onClose: overlay.onClose,
    onSaved: () => onDone?.(),
  })
  const wrong = opinion.trim().length > MOST_OPINION ? `最多允许输入${MOST_OPINION}个字符` : null
  return (
    <RequestDrawer
      {...overlay}
      title={`修改${definition.name}`}
      verb="重新提交"
      definition={definition}
      initial={form}
      files={files}
      after={
        <LongTextField
          label="说明"
          error={wrong}
          max={MOST_OPINION}
          rows={2}
          placeholder="改了什么，可不填"
          value={opinion}
          onChange={setOpinion}
          onBlur={nothing}
        />
      }
      saving={saving}
      onSend={(changed) => {
        const request = { kind, form: changed as never }
        if (wrong === null)
          saving.send({ id: instance.businessId, taskId: step.taskId, request, opinion: opinion.trim() })
      }}
    />
  )
}

const nothing = () => undefined
