import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type NoticeDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'open' | 'title' | 'icon' | 'width' | 'children'
> & {
  onClose: () => void
}

/** A dialog to take note of. */
export const NoticeDialog = (notice: NoticeDialogProps) => (
  <Dialog
    {...notice}
    buttons={
      <Button kind="pri" autoFocus onClick={notice.onClose}>
        我知道了
      </Button>
    }
  />
)
