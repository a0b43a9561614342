import { APPEARANCE } from '@heliodesk/contract/appearance-score.ts'
import { appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { Field } from '../../../kit/Field.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { useCall } from '../../../lib/queries.ts'
import { useCheck, useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
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
  const counted = useSheetVerdict(order)
  const wrongScore = scored && !counted.hasSheet ? scoreError(score) : null
  const pass = () => {
    setTried(true)
    if (wrongScore || suggestion.length > SUGGESTION_MAX) return
    const given = counted.hasSheet ? {} : { score: Number(score) }
    const verdict = scored ? { ...given, suggestion: suggestion.trim() } : {}
    saving.send({ id: order.id, version: order.version, pass: true, ...verdict })
  }
  return (
    <CommandDialog
      open={open}
      title={`验收通过 ${order.workCode}？`}
      text="通过后工单关闭，不能再修改。"
      verb="验收通过"
      saving={{ ...saving, error }}
      closed={refusalOf(order) ?? counted.refusal}
      onConfirm={pass}
      onClose={onClose}
      onRefresh={look}
    >
      {scored && (
        <>
          {counted.score !== null && (
            <p className="s13">
              检查单得分 <b>{formatNumber(counted.score, 1)}</b> 分，达标线 {counted.passMark} 分
            </p>
          )}
          {!counted.hasSheet && (
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
          )}
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

/** What the sheet of an appearance order says about its acceptance; other orders have none. */
function useSheetVerdict({ id, taskType }: Pick<Order, 'id' | 'taskType'>) {
  const isAppearance = taskType === APPEARANCE
  const { data, error } = useCall(appearanceSheetCalls.sheet, { orderId: id }, { enabled: isAppearance })
  if (!isAppearance || data === null) return { hasSheet: false, refusal: null, score: null, passMark: 0 }
  if (!data)
    return { hasSheet: true, refusal: error ? '检查单没有取到' : '正在读取检查单', score: null, passMark: 0 }
  const { passRefusal, passMark, review } = data
  return {
    hasSheet: true,
    refusal: passRefusal === null ? null : `不能通过：${passRefusal}`,
    score: review.score,
    passMark,
  }
}
