import { changesOfType } from '@heliodesk/contract/task-type-changes.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { DiscardDraftDialog } from '../../domain/DiscardDraftDialog.tsx'
import { PublishDraftDialog } from '../../domain/form-design/PublishDraftDialog.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { DesignedType } from './design.ts'

type TypeDialogProps = OverlayProps & { type: DesignedType; onDone: (saved: DesignedType) => void }

const openIn = ({ openOrders }: DesignedType) => openOrders.reduce((sum, { orders }) => sum + orders, 0)

/** Says what changed before a version of a type is published. */
export function PublishDialog({ open, onClose, type, onDone }: TypeDialogProps) {
  const { id, version, current, definition, versions } = type
  const saving = useSaving(taskTypeCalls.publish, {
    said: (saved) => ['任务类型已发布', `${saved.name} 第 ${saved.current} 版`],
    onClose,
    onSaved: onDone,
  })
  const underWay = openIn(type)
  return (
    <PublishDraftDialog
      open={open}
      title={`发布“${definition.name}”第 ${(current ?? 0) + 1} 版`}
      text={`新建的工单使用这一版${underWay > 0 ? `，在办的 ${underWay} 单仍按新建时的版本` : ''}。`}
      changes={changesOfType(versions[0]?.definition ?? null, definition)}
      saving={saving}
      onSend={(note) => saving.send({ id, version, note })}
      onClose={onClose}
    />
  )
}

/** Takes the type into use or out of use. */
export function ActiveDialog({ type: { id, version, name, active }, onDone, ...overlay }: TypeDialogProps) {
  const verb = active ? '停用' : '启用'
  return (
    <SendDialog
      {...overlay}
      call={taskTypeCalls.setActive}
      input={{ id, version, active: !active }}
      said={() => [`任务类型已${verb}`, name]}
      onSaved={onDone}
      title={`${verb}“${name}”？`}
      text={active ? '停用后不能新建这类工单，已有的工单照常办理。' : '启用后可以新建这类工单。'}
      verb={verb}
      danger={active}
    />
  )
}

/** Goes back from the draft to the published version. */
export const DiscardDialog = ({
  type: { id, version, name, current },
  onDone,
  ...overlay
}: TypeDialogProps) => (
  <DiscardDraftDialog
    {...overlay}
    name={name}
    call={taskTypeCalls.discard}
    input={{ id, version }}
    onSaved={onDone}
    text={`没有发布的修改不能恢复，任务类型回到第 ${current} 版。`}
    verb="放弃草稿"
  />
)
