import { messageCalls } from '@heliodesk/contract/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'

/** How long it can be taken back. */
const SECONDS = 10

/** Marks everything as read; a notice offers to take it back. */
export function useReadAll(): { busy: boolean; run: () => void } {
  const undo = useCommand(messageCalls.undoRead)
  const readAll = useCommand(messageCalls.readBatch, {
    onSuccess: ({ count, mark }) =>
      notify({
        kind: 'success',
        title: '已全部标为已读',
        text: `${count} 条消息`,
        seconds: SECONDS,
        action: { text: '撤销', run: () => undo.mutate({ mark }) },
      }),
  })
  return { busy: readAll.isPending, run: () => readAll.mutate({ all: '1' }) }
}
