import { catchUps, holidayRules } from '@heliodesk/contract/cycle-days.ts'
import { inspectionCycleCalls as calls, MOST_LEAD } from '@heliodesk/contract/inspection-cycles.ts'
import { DaysField } from '../../kit/fields/DaysField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { Cycle } from './cycle-list.tsx'
import { CyclePreview } from './CyclePreview.tsx'
import { RuleField } from './RuleField.tsx'
import css from './cycles.module.css'

export function CycleForm(dialog: RecordFormProps<Cycle, { id: string }>) {
  const { form, seen, drawer } = useRecordForm(
    { add: calls.add, edit: calls.update, detail: calls.selectByOne },
    dialog,
    {
      noun: '周期',
      start: {
        rule: { calendar: { every: 'week', weekdays: [2] } },
        beginTime: '08:00',
        endTime: '18:00',
        holidays: 'next',
        leadDays: 2,
        deadlineDays: 0,
        catchUp: 'latest',
      },
      nameOf: ({ name }) => name,
      valuesOf: ({ name, rule, beginTime, endTime, holidays, leadDays, deadlineDays, catchUp }) => ({
        name,
        rule,
        beginTime,
        endTime,
        holidays,
        leadDays,
        deadlineDays,
        catchUp,
      }),
      faults: { 'cycle.name_taken': ['name'] },
    },
  )
  const { values, set, field, errorOf } = form
  const planCount = seen?.planCount ?? 0
  const parsed = calls.preview.input.safeParse({ ...values, cycleId: dialog.asked?.id })
  return (
    <FieldsDrawer {...drawer} roomy>
      {planCount > 0 && (
        <p className="alert proc">
          {planCount} 个可见的计划在用。保存后，还没生成的工单按新的周期生成，已生成的不变。
        </p>
      )}
      <TextField {...field('name')} label="周期名称" required autoFocus placeholder="如 每周二" />
      <RuleField
        value={values.rule as Cycle['rule'] | undefined}
        error={errorOf('rule')}
        onChange={(rule) => set('rule', rule)}
      />
      <div className={css.pair}>
        <TextField {...field('beginTime')} label="开始时间" required placeholder="08:00" />
        <TextField {...field('endTime')} label="结束时间" required placeholder="18:00" />
        <DaysField {...field('leadDays')} label="提前生成" required max={MOST_LEAD} />
        <SelectField {...field('holidays')} label="遇节假日" required choices={holidayRules} />
        <DaysField {...field('deadlineDays')} label="完成期限（到期后）" required max={MOST_LEAD} />
        <SelectField {...field('catchUp')} label="停用很久再启用" required choices={catchUps} />
      </div>
      <CyclePreview asked={parsed.success ? calls.preview.input.parse(parsed.data) : null} />
    </FieldsDrawer>
  )
}
