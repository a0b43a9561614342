import type { GalleryEntry } from '../../../gallery/entry.ts'
import { Hold } from '../../../gallery/Hold.tsx'
import { Field } from '../Field.tsx'
import { MonthRangePicker, YearPicker, YearRangePicker } from './PeriodPicker.tsx'
import type { Period } from './periods.ts'

export default {
  title: '年、年段、月段',
  group: '选择',
  states: {
    年: () => (
      <Hold<string | null> start="2026">
        {(value, onChange) => (
          <Field label="预算年度">
            {(control) => <YearPicker {...control} value={value} onChange={onChange} />}
          </Field>
        )}
      </Hold>
    ),
    '年，空': () => (
      <Hold<string | null> start={null}>
        {(value, onChange) => <YearPicker aria-label="预算年度" value={value} onChange={onChange} />}
      </Hold>
    ),
    '年段，给反了会自动调换': () => (
      <Hold<Period> start={['2026', '2023']}>
        {(value, onChange) => (
          <Field label="合同期">
            {(control) => <YearRangePicker {...control} value={value} onChange={onChange} />}
          </Field>
        )}
      </Hold>
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
      <Hold<Period> start={[null, null]}>
        {(value, onChange) => (
          <Field label="统计月份" required error="此项为必填项">
            {(control) => <MonthRangePicker {...control} value={value} onChange={onChange} />}
          </Field>
        )}
      </Hold>
    ),
    不能改: () => (
      <YearRangePicker aria-label="合同期" disabled value={['2023', '2026']} onChange={() => undefined} />
    ),
  },
} satisfies GalleryEntry
