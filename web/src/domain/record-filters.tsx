import type { PickerProps, RecordPicker } from '../kit/search-bar/filters.ts'
import { OrgTreeSelect } from './org-tree/OrgTreeSelect.tsx'
import { fromTokens, isToken, scopeBy, toTokens } from './org-tree/selection.ts'
import { lazily, WaitingField } from '../kit/lazily.tsx'

const DepartmentSelect = lazily(
  async () => (await import('./DepartmentSelect.tsx')).DepartmentSelect,
  WaitingField,
)
const DeviceTypeCascader = lazily(
  async () => (await import('./DeviceTypeCascader.tsx')).DeviceTypeCascader,
  WaitingField,
)
const TaskTypeSelect = lazily(async () => (await import('./TaskTypeSelect.tsx')).TaskTypeSelect, WaitingField)
const PersonSelect = lazily(async () => (await import('./PersonSelect.tsx')).PersonSelect, WaitingField)

/** Retired and disabled stations have orders too, so they can be chosen. */
const STATIONS = { kind: 'station', insight: true } as const

const ID = /^[1-9]\d{0,17}$/
const DEPARTMENT_CODE = /^([A-Z]\d\d){1,10}$/

const firstThat = (shape: RegExp) => (values: readonly string[]) =>
  values.filter((value) => shape.test(value)).slice(0, 1)

/** Adapts a picker of one record to a filter's list of values. */
const one = ({ value, onChange, label }: PickerProps) => ({
  label,
  value: value[0],
  onChange: (chosen: string | undefined) => onChange(chosen ? [chosen] : []),
})

/**
 * Filters the list by departments, sub-areas and stations from their tree, sent as `depCodes`, `psaIds` and `psIds`;
 * values are tokens of `org-tree/selection.ts`.
 */
export const byPlace = {
  kind: 'picker',
  Control: ({ label, value, onChange }) => (
    <OrgTreeSelect
      label={label}
      mode={STATIONS}
      value={fromTokens(value)}
      onChange={(selection) => onChange(toTokens(selection))}
    />
  ),
  valid: (values) => values.filter(isToken),
  words: (values) => `${values.length} ${values.every((value) => ID.test(value)) ? '座' : '处'}`,
  sends: scopeBy,
} satisfies RecordPicker & { sends: unknown }

/** Filters the list by one department's code, including its descendants. */
export const byDepartment = (nameOf: (code: string) => string = () => '1 个') =>
  ({
    kind: 'picker',
    Control: DepartmentControl,
    valid: firstThat(DEPARTMENT_CODE),
    words: ([code]) => nameOf(code!),
  }) satisfies RecordPicker

const DepartmentControl = (props: PickerProps) => <DepartmentSelect by="orgCode" {...one(props)} />

/** Filters the list by one person who executes orders. */
export const byPerson = {
  kind: 'picker',
  Control: (props) => <PersonSelect {...one(props)} />,
  valid: firstThat(ID),
  words: () => '1 人',
} satisfies RecordPicker

/** Filters the list by several types of orders, also those out of use. */
export const byTaskType = {
  kind: 'picker',
  Control: (props) => <TaskTypeSelect {...props} />,
  valid: (values) => values.filter((value) => /^[1-9]\d{0,3}$/.test(value)),
  words: (values) => `${values.length} 种`,
  sends: (values: readonly string[]) => ({ taskType: values.map(Number) }),
} satisfies RecordPicker & { sends: unknown }

/** Filters the list by one device type, including its descendants. */
export const byDeviceType = {
  kind: 'picker',
  Control: (props) => <DeviceTypeCascader {...one(props)} />,
  valid: firstThat(ID),
  words: () => '1 类',
  many: true,
} satisfies RecordPicker
