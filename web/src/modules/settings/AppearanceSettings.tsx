import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { NumbersOfGroup } from './NumbersOfGroup.tsx'
import type { Draft } from './use-draft.ts'

const TICKET = { no: '不需要', yes: '需要工作票' }

const fields = [
  {
    name: 'passMark',
    label: '达标线',
    suffix: '分',
    precision: 1,
    hint: '得分 ÷ 适用满分 × 100，1 ~ 100 分',
  },
  {
    name: 'reworkPercent',
    label: '低于分值多少须整改',
    suffix: '%',
    precision: 0,
    hint: '评审得分低于本项分值的这个比例，退回整改',
  },
] as const

/** When an appearance sheet passes, what has to be put right, and whether the order needs a ticket. */
export function AppearanceSettings({ draft }: { draft: Draft<BusinessSettings> }) {
  const { appearance } = draft.values
  return (
    <>
      <NumbersOfGroup draft={draft} group="appearance" fields={fields} />
      <SelectField
        label="站容站貌工单办票"
        hint="对新建的工单生效"
        error={draft.errorOf('appearance.needTicket')}
        choices={TICKET}
        value={appearance.needTicket ? 'yes' : 'no'}
        onChange={(chosen) => draft.set('appearance', { ...appearance, needTicket: chosen === 'yes' })}
      />
    </>
  )
}
