import type { ReactNode } from 'react'
import { Dialog } from '../../../kit/Dialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import css from './second-factor.module.css'

type FactorDialogProps = {
  open: boolean
  title: string
  /** Recovery codes replace all other content, and only their 完成 closes the dialog. */
  codes: readonly string[] | null
  onClose: () => void
  children: ReactNode
}

export function FactorDialog({ open, title, codes, onClose, children }: FactorDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      className={css.secondFactorDialog}
      cross={codes === null}
      typed
      onClose={codes === null ? onClose : undefined}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : children}
    </Dialog>
  )
}
