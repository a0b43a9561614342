import { InputNumber } from 'antd'
import { useState } from 'react'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { Field } from '../../../kit/Field.tsx'
import { useCheck, useSeenOrder } from '../commands.ts'
import { scoreError, SUGGESTION_MAX } from './acceptance.ts'
import type { StepProps } from './step-props.ts'

/** Accepts the work; types that require it get a score and a suggestion. */
export function PassOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const saving = useCheck({
    taskType: opened.taskType,
    said: () => ['验收通过', `${opened.workCode} 已关闭`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const [score, setScore] = useState('')
  const [suggestion, setSuggestion] = useState('')
  const [tried, setTried] = useState(false)
  const { scored } = order
  const wrongScore = scored ? scoreError(score) : null
  const pass = () => {
    setTried(true)
    if (wrongScore || suggestion.length > SUGGESTION_MAX) return
    const verdict = scored ? { score: Number(score), suggestion: suggestion.trim() } : {}
    saving.send({ id: order.id, version: order.version, pass: true, ...verdict })
  }
  return (
    <CommandDialog
      open={open}
      title={`验收通过 ${order.workCode}？`}
      text="通过后工单关闭，不能再修改。"
      verb="验收通过"
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      onConfirm={pass}
      onClose={onClose}
      onRefresh={look}
    >
      {scored && (
        <>
          <Field label="评分" required error={tried ? wrongScore : null}>
            {(control) => (
              <InputNumber<string>
                {...control}
                stringMode
                controls={false}
                suffix="分"
                placeholder="0~100，可到 0.1"
                value={score}
                onChange={(value) => setScore(value ?? '')}
                onBlur={() => setTried(true)}
              />
            )}
          </Field>
          <Field label="改进建议">
            {(control) => (
              <CountedTextarea
                {...control}
                rows={3}
                max={SUGGESTION_MAX}
                value={suggestion}
                onChange={setSuggestion}
                placeholder="可不填"
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
