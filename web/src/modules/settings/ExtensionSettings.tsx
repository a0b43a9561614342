import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SwitchLine } from './fields.tsx'
import type { Draft } from './use-draft.ts'

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
      <SwitchLine
        label="超时后仍可申请"
        hint="关闭时，超过计划结束时间的工单不能再申请延期"
        on={late}
        onChange={(on) => set({ late: on })}
      />
    </>
  )
}
