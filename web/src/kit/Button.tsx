import { Tooltip } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { showsButton, useGrants } from '../lib/permission.tsx'
import './button.css'

type Pressable = {
  /** Why the button cannot be pressed now, as a sentence. The button stays visible and shows the reason. */
  refusal?: string | null
  onClick?: () => void
}

/** The reason shows on hover and on keyboard focus. */
const WHY: ('hover' | 'focus')[] = ['hover', 'focus']

/** Repeat clicks within this time are ignored (spec 2 §4). */
const REPEAT_MS = 1000

type ButtonProps = Pressable & {
  kind?: 'pri' | 'txt' | 'dng' | 'dngf'
  size?: 'sm' | 'lg'
  icon?: LucideIcon
  busy?: boolean
  submit?: boolean
  /** 0 where repeated clicks are expected, as in paging. */
  repeatMs?: number
  autoFocus?: boolean
  /** The required permission; without it the button is not rendered (spec 1 §6). */
  code?: PermissionCode
  /** Shows the button even without the permission in `code`. */
  always?: boolean
  className?: string
  children: ReactNode
}

function usePress({ refusal, onClick }: Pressable, { busy = false, repeatMs = REPEAT_MS }) {
  const pressedAt = useRef(-Infinity)
  return (event: MouseEvent) => {
    const repeated = Date.now() - pressedAt.current < repeatMs
    if (refusal || busy || repeated) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    pressedAt.current = Date.now()
    onClick?.()
  }
}

export function Button({
  kind,
  size,
  icon: Icon,
  busy,
  submit,
  repeatMs,
  code,
  always,
  className,
  children,
  ...rest
}: ButtonProps) {
  const { refusal, autoFocus } = rest
  const press = usePress(rest, { busy, repeatMs })
  const shown = useGrants((grants) => showsButton(grants, code, always))
  if (!shown) return null
  const classes = ['btn', kind, size, refusal && 'off', busy && 'busy', className].filter(Boolean).join(' ')
  return (
    <Tooltip title={refusal} trigger={WHY}>
      <button
        type={submit ? 'submit' : 'button'}
        className={classes}
        aria-disabled={Boolean(refusal) || busy || undefined}
        aria-description={refusal ?? undefined}
        aria-busy={busy || undefined}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
        onClick={press}
      >
        {busy ? <span className="spin" /> : Icon && <Icon className="i" aria-hidden />}
        {children}
      </button>
    </Tooltip>
  )
}

type IconButtonProps = Pressable & {
  icon: LucideIcon
  label: string
  small?: boolean
  on?: boolean
  tabIndex?: number
  className?: string
  /** Uses the browser's own tooltip. In a table with many rows, our tooltip would cost more than the rest. */
  inRow?: boolean
}

/** A quiet square button. It only changes the view and never writes, so quick repeats are allowed. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, small, on, tabIndex, className, inRow, ...rest } = props
  const press = usePress(rest, { repeatMs: 0 })
  const classes = ['ib', small && 'sm', on && 'on', rest.refusal && 'off', className]
  const tip = on ? null : (rest.refusal ?? label)
  const button = (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      title={inRow ? (tip ?? undefined) : undefined}
      aria-label={label}
      aria-pressed={on}
      aria-disabled={rest.refusal ? true : undefined}
      aria-description={rest.refusal ?? undefined}
      tabIndex={tabIndex}
      onClick={press}
    >
      <Icon className={small ? 'i s' : 'i'} aria-hidden />
    </button>
  )
  if (inRow) return button
  return <Tooltip title={tip}>{button}</Tooltip>
}
