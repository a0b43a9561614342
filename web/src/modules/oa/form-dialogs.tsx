import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { DiscardDraftDialog } from '../../domain/DiscardDraftDialog.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { DesignedForm } from './design.ts'

type FormDialogProps = OverlayProps & { form: DesignedForm; onDone: (saved: DesignedForm) => void }

/** Takes the form into use or out of use. */
export function ActiveDialog({ form: { id, version, name, active }, onDone, ...overlay }: FormDialogProps) {
  const verb = active ? '停用' : '启用'
  return (
    <SendDialog
      {...overlay}
      call={oaFormCalls.setActive}
      input={{ id, version, active: !active }}
      said={() => [`表单已${verb}`, name]}
      onSaved={onDone}
      title={`${verb}“${name}”？`}
      text={active ? '停用后不能再发起，正在办理的申请不受影响。' : '启用后，在发起范围内的人员可以发起。'}
      verb={verb}
      danger={active}
    />
  )
}

/** Goes back from the draft to the published version. */
export const DiscardDialog = ({
  form: { id, version, name, current },
  onDone,
  ...overlay
}: FormDialogProps) => (
  <DiscardDraftDialog
    {...overlay}
    name={name}
    call={oaFormCalls.discard}
    input={{ id, version }}
    onSaved={onDone}
    text={`没有发布的修改不能恢复，表单回到第 ${current} 版。`}
    verb="放弃草稿"
  />
)
