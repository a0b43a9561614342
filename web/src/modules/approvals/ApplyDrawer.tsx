import { oaCalls } from '@heliodesk/contract/oa.ts'
import type { FormValues } from '@heliodesk/contract/form-values.ts'
import dayjs from 'dayjs'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dropKept, keepRequest, noteRecent, readKept } from '../../domain/oa-form/kept-request.ts'
import type { OaForm } from '../../domain/oa-form/use-oa-form.ts'
import { Button } from '../../kit/Button.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import type { StartableForm } from './ChooseForm.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'

type ApplyDrawerProps = OverlayProps & {
  startable: StartableForm
  onApplied: (processInstanceId: string) => void
}

const none = {}

/** Fills in a form and starts its process. What was typed and not sent is kept on this device. */
export function ApplyDrawer({ startable, onApplied, ...overlay }: ApplyDrawerProps) {
  const { key, version, definition } = startable
  const [kept, setKept] = useState(() => readKept(key))
  const saving = useSaving(oaCalls.apply, {
    said: ({ number }) => [`${definition.name}已提交`, `编号 ${number}，办理进展在“我发起的”里`],
    onClose: overlay.onClose,
    onSaved: ({ processInstanceId }) => {
      dropKept(key)
      noteRecent(key)
      onApplied(processInstanceId)
    },
  })
  return (
    <RequestDrawer
      {...overlay}
      title={definition.name}
      verb="提交"
      definition={definition}
      initial={kept?.values ?? none}
      keptNote="已填写的内容（附件除外）存在本机，下次打开会恢复。"
      before={(form) => (
        <>
          <Keeping startable={startable} form={form} done={saving.done} />
          {kept && (
            <div className="alert proc wide" role="status">
              <History className="i" aria-hidden />
              <span className="grow">
                已恢复本机 {dayjs(kept.savedAt).format('MM-DD HH:mm')} 的填写
                {kept.version !== version && '；之后表单有过更新，请核对'}。
              </span>
              <Button
                size="sm"
                onClick={() => {
                  dropKept(key)
                  setKept(null)
                  form.reset(none)
                }}
              >
                放弃
              </Button>
            </div>
          )}
        </>
      )}
      saving={saving}
      onSend={(form) => saving.send({ request: { kind: key, formVersion: version, form: form as never } })}
    />
  )
}

type KeepingProps = { startable: StartableForm; form: OaForm; done: boolean }

/** Stores what is typed, once typing pauses. */
function Keeping({ startable: { key, version, definition }, form, done }: KeepingProps) {
  const typed = useSettled(JSON.stringify(form.values), ASKING_DEBOUNCE_MS)
  const isDirty = form.dirty
  useEffect(() => {
    const values = JSON.parse(typed) as FormValues
    if (isDirty && !done) keepRequest(key, { version, savedAt: Date.now(), values }, definition)
  }, [typed, isDirty, done, key, version, definition])
  return null
}
