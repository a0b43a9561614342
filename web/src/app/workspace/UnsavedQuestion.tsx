import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useQuestion } from './open-tabs.ts'

/** The same question as a drawer's, for the pages that a tab would take along. */
export function UnsavedQuestion() {
  const overlay = useOverlay(useQuestion(({ question }) => question))
  if (!overlay.value) return null
  const { titles, verb, confirm } = overlay.value
  return (
    <ConfirmDialog
      open={overlay.open}
      title={`数据尚未保存，是否确定${verb}?`}
      text={`未保存：${titles.join('、')}`}
      verb="确定"
      onConfirm={confirm}
      onCancel={() => useQuestion.setState({ question: null })}
    />
  )
}
