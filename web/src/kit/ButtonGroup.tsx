import { showsButton, useGrants } from '../lib/permission.tsx'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { Button } from './Button.tsx'
import { ActionMenu, type MenuAction } from './page-table/RowActions.tsx'
import './button-group.css'

export type GroupAction = MenuAction & {
  primary?: boolean
  busy?: boolean
  /** The required permission; without it the action is left out. */
  code?: PermissionCode
}

type ButtonGroupProps = {
  actions: readonly GroupAction[]
  /** How many actions show as buttons; the rest are behind “…”. */
  limit?: number
  size?: 'sm'
  /** The accessible name of the menu button. */
  label?: string
}

/** A few buttons in the order given, the rest under an overflow menu (spec 2 §2). */
export function ButtonGroup({ actions, limit = 2, size, label = '更多操作' }: ButtonGroupProps) {
  const shown = useShown(actions)
  const rest = shown.slice(limit)
  return (
    <span className="button-group">
      {shown.slice(0, limit).map((action) => (
        <GroupButton key={action.key} action={action} size={size} />
      ))}
      {rest.length > 0 && <ActionMenu actions={rest} label={label} small={size === 'sm'} />}
    </span>
  )
}

const FOOTER_MOST = 4

/**
 * The footer of a form: at most four buttons. With more actions, the first and the last two stay and the rest move to
 * 更多 (spec 2 §2).
 */
export function FooterButtons({ actions }: { actions: readonly GroupAction[] }) {
  const shown = useShown(actions)
  if (shown.length <= FOOTER_MOST)
    return (
      <span className="button-group">
        {shown.map((action) => (
          <GroupButton key={action.key} action={action} />
        ))}
      </span>
    )
  return (
    <span className="button-group">
      <GroupButton action={shown[0]!} />
      <ActionMenu actions={shown.slice(1, -2)} label="更多" named />
      {shown.slice(-2).map((action) => (
        <GroupButton key={action.key} action={action} />
      ))}
    </span>
  )
}

function useShown(actions: readonly GroupAction[]): readonly GroupAction[] {
  const grants = useGrants()
  return actions.filter(({ code }) => showsButton(grants, code))
}

function GroupButton({ action, size }: { action: GroupAction; size?: 'sm' }) {
  const { title, icon, refusal, danger, primary, busy, run } = action
  return (
    <Button
      kind={primary ? 'pri' : danger ? 'dng' : undefined}
      size={size}
      icon={icon}
      refusal={refusal}
      busy={busy}
      onClick={run}
    >
      {title}
    </Button>
  )
}
