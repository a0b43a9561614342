import type { GalleryEntry } from '../../../gallery/entry.ts'
import { HeldField, Hold } from '../../../gallery/Hold.tsx'
import { Field } from '../Field.tsx'
import { MonthRangePicker, YearPicker, YearRangePicker } from './PeriodPicker.tsx'
import type { Period } from './periods.ts'

export default {
  title: '年、年段、月段',
  group: '选择',
  states: {
    年: () => (
      <HeldField<string | null> label="预算年度" start="2026">
        {(input) => <YearPicker {...input} />}
      </HeldField>
    ),
    '年，空': () => (
      <Hold<string | null> start={null}>
        {(value, onChange) => <YearPicker aria-label="预算年度" value={value} onChange={onChange} />}
      </Hold>
    ),
    '年段，给反了会自动调换': () => (
      <HeldField<Period> label="合同期" start={['2026', '2023']}>
        {(input) => <YearRangePicker {...input} />}
      </HeldField>
    ),
    '月段，YYYY-MM': () => (
      <Hold<Period> start={['2026-01', '2026-11']}>
        {(value, onChange) => (
          <>
            <Field label="统计月份">
              {(control) => <MonthRangePicker {...control} value={value} onChange={onChange} />}
            </Field>
            <output className="t3 s12">{value.map((each) => each ?? '--').join(' 至 ')}</output>
          </>
        )}
      </Hold>
    ),
    有错: () => (
      <HeldField<Period> label="统计月份" required error="此项为必填项" start={[null, null]}>
        {(input) => <MonthRangePicker {...input} />}
      </HeldField>
    ),
    不能改: () => (
      <YearRangePicker aria-label="合同期" disabled value={['2023', '2026']} onChange={() => undefined} />
    ),
  },
} satisfies GalleryEntry
