import { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import type { DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { defectCalls } from '@heliodesk/contract/defects.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import type { Form } from '../../../kit/use-form.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../../kit/use-settled.ts'
import { useCall } from '../../../lib/queries.ts'
import css from './order-forms.module.css'

type DefectGradeProps = { form: Form<typeof workOrderCalls.insert.input> }

/** The grade of a fault or defect, with a suggestion by its text and device; its limit becomes the promised end. */
export function DefectGrade({ form }: DefectGradeProps) {
  const { values, set, field } = form
  const { deviceId, defectLevel } = values
  const taskDescription = useSettled(values.taskDescription?.trim() ?? '', ASKING_DEBOUNCE_MS)
  const levels = useCall(defectCalls.levels, {})
  const suggestion = useCall(
    gradingCalls.suggestion,
    { taskDescription, ...(deviceId && { deviceId }) },
    { enabled: taskDescription !== '' },
  )
  usePromisedEnd(form)
  const found = taskDescription === '' ? null : (suggestion.data?.grading ?? null)
  const labels = new Map(levels.data?.map((each) => [each.defectLevel, `${each.defectLevel} ${each.label}`]))
  return (
    <SelectField<DefectLevel>
      {...field('defectLevel')}
      label="缺陷等级"
      allowClear
      placeholder="可不填"
      choices={(levels.data ?? []).map((each) => ({
        value: each.defectLevel,
        label: `${each.defectLevel} ${each.label}（${limitOf(each.recoverHours)}内恢复）`,
      }))}
      hint={
        found &&
        found.defectLevel !== defectLevel && (
          <span className={css.suggested}>
            描述含“{found.word}”，建议 {labels.get(found.defectLevel)}
            {found.note && `：${found.note}`}
            <Button size="sm" kind="txt" onClick={() => set('defectLevel', found.defectLevel)}>
              采用
            </Button>
          </span>
        )
      }
    />
  )
}

const DAY = 24

const limitOf = (hours: number) => (hours % DAY === 0 ? `${hours / DAY} 天` : `${hours} 小时`)

/** Fills in the promised end by the grade, as long as nobody has typed another. */
function usePromisedEnd({ values, set }: DefectGradeProps['form']): void {
  const { defectLevel, deviceId, psId, impCommitTime } = values
  const filled = useRef<string | undefined>(undefined)
  const { data } = useCall(
    defectCalls.predict,
    { defectLevel: defectLevel ?? 'I', ...(psId && { psId }), ...(deviceId && { deviceId }) },
    { enabled: defectLevel !== undefined },
  )
  const limit = defectLevel && data?.defectLevel === defectLevel ? data.predictRecoverTimeLimit : undefined
  const fill = useEffectEvent((end: string | undefined) => {
    if (impCommitTime !== undefined && impCommitTime !== filled.current) return
    filled.current = end
    set('impCommitTime', end)
  })
  useEffect(() => {
    if (limit !== undefined || defectLevel === undefined) fill(limit)
  }, [limit, defectLevel])
  // Another type of task has no grade, and no end by it.
  useEffect(() => () => fill(undefined), [])
}
