import { IconButton } from '../../kit/Button.tsx'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { usePhone } from '../../kit/use-phone.ts'

type NodeActionsProps = { actions: readonly RowAction[]; label: string }

/** The actions of a tree row: small icons side by side, or one menu with large touch targets on a phone. */
export function NodeActions({ actions, label }: NodeActionsProps) {
  const phone = usePhone()
  if (actions.length === 0) return null
  if (phone) return <ActionMenu actions={actions} label={label} />
  return actions.map(({ key, title, icon, refusal, run }) => (
    <IconButton key={key} icon={icon} label={title} small refusal={refusal} onClick={run} />
  ))
}
