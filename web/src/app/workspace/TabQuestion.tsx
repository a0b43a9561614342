import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useQuestion } from './open-tabs.ts'

/** The confirmation before closing or refreshing tabs. */
export function TabQuestion() {
  const overlay = useOverlay(useQuestion(({ question }) => question))
  if (!overlay.value) return null
  const { title, text, confirm } = overlay.value
  return (
    <ConfirmDialog
      open={overlay.open}
      title={title}
      text={text}
      verb="确定"
      onConfirm={confirm}
      onCancel={() => useQuestion.setState({ question: null })}
    />
  )
}
