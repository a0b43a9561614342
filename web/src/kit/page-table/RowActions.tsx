import { Dropdown } from 'antd'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../Button.tsx'

export type RowAction = {
  key: string
  title: string
  icon: LucideIcon
  /** Why it may not be taken, or null. */
  refusal: string | null
  danger?: boolean
  run: () => void
}

type RowActionsProps = { actions: readonly RowAction[]; label: string }

/** “…” always; the next step as an icon while the row is under the pointer or has the focus. */
export function RowActions({ actions, label }: RowActionsProps) {
  const next = actions.find(({ refusal, danger }) => refusal === null && !danger)
  if (actions.length === 0) return null
  return (
    <span className="row-actions">
      {next && (
        <IconButton
          icon={next.icon}
          label={next.title}
          small
          tabIndex={-1}
          className="next-step"
          onClick={next.run}
        />
      )}
      <ActionMenu actions={actions} label={label} small />
    </span>
  )
}

type ActionMenuProps = RowActionsProps & { small?: boolean }

/** The actions behind “…”; a refused one stays and says why. */
export function ActionMenu({ actions, label, small }: ActionMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      destroyOnHidden
      autoFocus
      menu={{
        className: 'action-menu',
        items: actions.map(({ key, title, icon: Icon, refusal, danger }) => ({
          key,
          disabled: refusal !== null,
          danger,
          icon: <Icon className="i" aria-hidden />,
          label: (
            <>
              {title}
              {refusal && <small>{refusal}</small>}
            </>
          ),
        })),
        onClick: ({ key }) => {
          setOpen(false)
          actions.find((action) => action.key === key)?.run()
        },
      }}
    >
      <span className="menu-anchor">
        <IconButton icon={Ellipsis} label={label} small={small} on={open} />
      </span>
    </Dropdown>
  )
}
