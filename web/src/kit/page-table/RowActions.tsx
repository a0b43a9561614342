import { ChevronDown, Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../Button.tsx'
import type { Overlay } from '../use-overlays.tsx'
import { PopMenu, spotUnder, type Spot } from '../PopMenu.tsx'

export type RowAction = {
  key: string
  title: string
  icon: LucideIcon
  /** Why the action is not available. */
  refusal?: string | null
  danger?: boolean
  run: () => void
}

/** An action of a list row: run at once, or after a confirmation. */
export type ListAction = Omit<RowAction, 'run'> &
  ({ run: () => void; confirm?: undefined } | { confirm: Overlay; run?: undefined })

type RowActionsProps = {
  actions: readonly RowAction[]
  label: string
  /** Tab stops only in the active row; the arrow keys reach the other rows. */
  inTabOrder: boolean
}

/** The “…” menu, always visible; the next step as an icon while the row is hovered or focused. */
export function RowActions({ actions, label, inTabOrder }: RowActionsProps) {
  const next = actions.find(({ refusal, danger }) => !refusal && !danger)
  if (actions.length === 0) return null
  return (
    <span className="row-actions">
      {next && (
        <IconButton
          icon={next.icon}
          label={next.title}
          small
          inRow
          tabIndex={-1}
          className="next-step"
          onClick={next.run}
        />
      )}
      <ActionMenu actions={actions} label={label} small tabIndex={inTabOrder ? undefined : -1} />
    </span>
  )
}

/** An action shown only by its text has no icon. */
export type MenuAction = Omit<RowAction, 'icon'> & { icon?: LucideIcon }

type ActionMenuProps = {
  actions: readonly MenuAction[]
  label: string
  small?: boolean
  tabIndex?: number
  /** Shows the label on the button instead of “…”. */
  named?: boolean
}

/** The actions behind “…”; an unavailable one stays and shows the reason. */
export function ActionMenu({ actions, label, small, tabIndex, named = false }: ActionMenuProps) {
  const [spot, setSpot] = useState<Spot | null>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const toggle = () => setSpot(spot ? null : spotUnder(anchor.current!, true))
  return (
    <span className="menu-anchor" ref={anchor}>
      {named ? (
        <Button icon={ChevronDown} repeatMs={0} onClick={toggle}>
          {label}
        </Button>
      ) : (
        <IconButton
          icon={Ellipsis}
          label={label}
          small={small}
          inRow={small}
          tabIndex={tabIndex}
          on={spot !== null}
          onClick={toggle}
        />
      )}
      {spot && (
        <PopMenu
          label={label}
          spot={spot}
          items={actions.map(({ title, icon, refusal, danger, run }) => ({
            text: title,
            icon,
            refusal,
            danger,
            onSelect: run,
          }))}
          onClose={() => setSpot(null)}
        />
      )}
    </span>
  )
}
