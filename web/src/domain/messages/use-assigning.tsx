import type { Message } from '@heliodesk/contract/messages.ts'
import type { ReactNode } from 'react'
import { lazily } from '../../kit/lazily.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'

const AssignDialog = lazily(async () => (await import('./AssignDialog.tsx')).AssignDialog)

/** The dialog in which the order of a message is given to somebody; render `shown` beside what shows the messages. */
export function useAssigning(): { assign: (message: Message) => void; isAsking: boolean; shown: ReactNode } {
  const { show, subject, shown } = useOverlays({
    assign: (overlay, message: Message) => <AssignDialog {...overlay} message={message} />,
  })
  return { assign: (message) => show('assign', message), isAsking: subject !== undefined, shown }
}
