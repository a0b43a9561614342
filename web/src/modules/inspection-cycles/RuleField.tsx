import { weekdayNames } from '@heliodesk/contract/cycle-words.ts'
import type { CycleRule } from '@heliodesk/contract/inspection-cycles.ts'
import { InputNumber, Select } from 'antd'
import { Field } from '../../kit/Field.tsx'
import { Segments } from '../../kit/Segments.tsx'
import css from './cycles.module.css'

type CalendarRule = NonNullable<CycleRule['calendar']>
type ConditionRule = NonNullable<CycleRule['condition']>
type Every = CalendarRule['every']

const everies: Readonly<Record<Every, string>> = {
  day: '每天',
  workday: '每个工作日',
  week: '每周的',
  times: '每周几次',
  month: '每月',
  quarter: '每季',
  half: '每半年',
  year: '每年',
  days: '每隔几天',
}

const first: Readonly<Record<Every, CalendarRule>> = {
  day: { every: 'day' },
  workday: { every: 'workday' },
  week: { every: 'week', weekdays: [2] },
  times: { every: 'times', times: 2 },
  month: { every: 'month', month: 1, day: 5 },
  quarter: { every: 'quarter', month: 1, day: 5 },
  half: { every: 'half', month: 4, day: 12 },
  year: { every: 'year', month: 6, day: 1 },
  days: { every: 'days', days: 10 },
}

const NO_CONDITION: ConditionRule = {
  kwh: 15_000_000,
  hours: null,
  alarms: null,
  days: 90,
  leastDays: 14,
  rain: 10,
}
const months = { month: 1, quarter: 3, half: 6, year: 12 } as const
const monthWord = { month: '', quarter: '季内第', half: '半年内第', year: '' } as const
const weekdayOptions = weekdayNames.map((name, at) => ({ value: at + 1, label: `周${name}` }))
const nths = [
  { value: 1, label: '第 1 个' },
  { value: 2, label: '第 2 个' },
  { value: 3, label: '第 3 个' },
  { value: 4, label: '第 4 个' },
  { value: -1, label: '最后一个' },
] as const
const TEN_THOUSAND = 10_000

type RuleFieldProps = {
  value: CycleRule | undefined
  error: string | null
  onChange: (rule: CycleRule) => void
}

/** When a cycle is due, as a sentence with choices in it. */
export function RuleField({ value, error, onChange }: RuleFieldProps) {
  const { calendar, condition } = value ?? {}
  return (
    <Field label="何时到期" required error={error}>
      {() => (
        <div className={css.rule}>
          <Segments
            label="按什么"
            choices={{ calendar: '按日历', condition: '按条件' }}
            value={condition ? 'condition' : 'calendar'}
            onChange={(kind) =>
              onChange(kind === 'calendar' ? { calendar: first.week } : { condition: NO_CONDITION })
            }
          />
          {condition ? (
            <Condition rule={condition} onChange={(next) => onChange({ condition: next })} />
          ) : (
            <Calendar rule={calendar ?? first.day} onChange={(next) => onChange({ calendar: next })} />
          )}
        </div>
      )}
    </Field>
  )
}

type PartProps<Rule> = { rule: Rule; onChange: (rule: Rule) => void }

function Calendar({ rule, onChange }: PartProps<CalendarRule>) {
  return (
    <div className={css.line}>
      <Select<Every>
        aria-label="周期"
        value={rule.every}
        options={Object.entries(everies).map(([every, label]) => ({ value: every as Every, label }))}
        onChange={(every) => onChange(first[every])}
        style={{ width: 130 }}
      />
      {rule.every === 'week' && (
        <Select<number[]>
          mode="multiple"
          aria-label="星期"
          value={[...rule.weekdays]}
          options={weekdayOptions}
          onChange={(weekdays) => onChange({ every: 'week', weekdays })}
          style={{ minWidth: 180 }}
        />
      )}
      {rule.every === 'times' && (
        <NumberIn
          label="每周次数"
          value={rule.times}
          max={7}
          after="次"
          onChange={(times) => onChange({ every: 'times', times })}
        />
      )}
      {rule.every === 'days' && (
        <NumberIn
          label="间隔天数"
          value={rule.days}
          max={1000}
          after="天"
          onChange={(days) => onChange({ every: 'days', days })}
        />
      )}
      {'month' in rule && <InMonth rule={rule} onChange={onChange} />}
    </div>
  )
}

type MonthRule = Extract<CalendarRule, { month: number }>

function InMonth({ rule, onChange }: { rule: MonthRule; onChange: (rule: CalendarRule) => void }) {
  const { every, month } = rule
  const byDay = rule.day !== undefined
  return (
    <>
      {every !== 'month' && (
        <>
          {monthWord[every]}
          <NumberIn
            label="第几个月"
            value={month}
            max={months[every]}
            after="月"
            onChange={(next) => onChange({ ...rule, month: next })}
          />
        </>
      )}
      <Segments
        label="哪一天"
        choices={{ day: '几日', weekday: '第几个星期几' }}
        value={byDay ? 'day' : 'weekday'}
        onChange={(kind) =>
          onChange(kind === 'day' ? { every, month, day: 5 } : { every, month, nth: 1, weekday: 3 })
        }
      />
      {byDay ? (
        <NumberIn
          label="日"
          value={rule.day ?? 1}
          max={31}
          after="日"
          onChange={(day) => onChange({ every, month, day })}
        />
      ) : (
        <>
          <Select
            aria-label="第几个"
            value={rule.nth}
            options={[...nths]}
            onChange={(nth) => onChange({ ...rule, nth })}
            style={{ width: 104 }}
          />
          <Select
            aria-label="星期几"
            value={rule.weekday}
            options={weekdayOptions}
            onChange={(weekday) => onChange({ ...rule, weekday })}
            style={{ width: 88 }}
          />
        </>
      )}
    </>
  )
}

function Condition({ rule, onChange }: PartProps<ConditionRule>) {
  const set = (change: Partial<ConditionRule>) => onChange({ ...rule, ...change })
  return (
    <>
      <p className={css.line}>
        每发电
        <Amount
          label="发电量，万 kWh"
          value={rule.kwh === null ? null : rule.kwh / TEN_THOUSAND}
          onChange={(kwh) => set({ kwh: kwh === null ? null : kwh * TEN_THOUSAND })}
        />
        万 kWh，或运行
        <Amount label="运行小时" value={rule.hours} onChange={(hours) => set({ hours })} />
        小时，或告警
        <Amount label="告警次数" value={rule.alarms} whole onChange={(alarms) => set({ alarms })} />
        次，或距上次
        <Amount label="距上次天数" value={rule.days} whole onChange={(days) => set({ days })} />
        天，先到为准；
      </p>
      <p className={css.line}>
        日降雨 ≥
        <Amount label="日降雨，mm" value={rule.rain} onChange={(rain) => set({ rain })} />
        mm 时电量重新计数；最短间隔
        <Amount
          label="最短间隔，天"
          value={rule.leastDays}
          whole
          onChange={(days) => set({ leastDays: days ?? 1 })}
        />
        天。
      </p>
      <p className="t3">留空的不计。运行小时和告警按计划的设备计，没有选设备时按全站计。</p>
    </>
  )
}

type AmountProps = {
  label: string
  value: number | null
  whole?: boolean
  onChange: (value: number | null) => void
}

const Amount = ({ label, value, whole = false, onChange }: AmountProps) => (
  <InputNumber<number>
    aria-label={label}
    value={value}
    min={whole ? 1 : 0}
    {...(whole && { precision: 0 })}
    controls={false}
    onChange={onChange}
    style={{ width: 84 }}
  />
)

type NumberInProps = {
  label: string
  value: number
  max: number
  after: string
  onChange: (value: number) => void
}

const NumberIn = ({ label, value, max, after, onChange }: NumberInProps) => (
  <>
    <InputNumber<number>
      aria-label={label}
      value={value}
      min={1}
      max={max}
      precision={0}
      onChange={(typed) => onChange(typed ?? 1)}
      style={{ width: 72 }}
    />
    {after}
  </>
)
