import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type DialogButtonsProps = {
  onCancel: () => void
  /** The label of the button that does it. */
  verb: ReactNode
  danger?: boolean
  busy?: boolean
  refusal?: string | null
  /** What it does; without this it submits the form around it. */
  onConfirm?: () => void
}

/** The buttons of a dialog that does something: 取消 at the left, the verb at the right. */
export const DialogButtons = ({ onCancel, verb, danger, busy, refusal, onConfirm }: DialogButtonsProps) => (
  <>
    <Button onClick={onCancel}>取消</Button>
    <Button
      kind={danger ? 'dngf' : 'pri'}
      submit={onConfirm === undefined}
      busy={busy}
      refusal={refusal}
      onClick={onConfirm}
    >
      {verb}
    </Button>
  </>
)
