import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import type { Draft } from './use-draft.ts'

const LATE = { no: '不能申请', yes: '仍可申请' }

/** What executors may ask of orders. */
export function ExtensionSettings({ draft }: { draft: Draft<BusinessSettings> }) {
  const { extension } = draft.values
  const { late, times, factor } = extension
  const set = (change: Partial<typeof extension>) => draft.set('extension', { ...extension, ...change })
  return (
    <>
      <NumberField
        label="延期次数上限"
        required
        controls
        suffix="次"
        hint="每张工单，1 ~ 10 次"
        error={draft.errorOf('extension.times')}
        value={times}
        onChange={(next) => set({ times: next ?? 0 })}
      />
      <NumberField
        label="总时长上限"
        required
        controls
        precision={1}
        suffix="倍"
        hint="延期后的总时长相对原计划，1 ~ 10 倍"
        error={draft.errorOf('extension.factor')}
        value={factor}
        onChange={(next) => set({ factor: next ?? 0 })}
      />
      <SelectField
        label="超过计划结束时间后"
        hint="超时的工单能否再申请延期"
        error={draft.errorOf('extension.late')}
        choices={LATE}
        value={late ? 'yes' : 'no'}
        onChange={(chosen) => set({ late: chosen === 'yes' })}
      />
    </>
  )
}
