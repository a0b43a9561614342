import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TimeField } from '../../kit/fields/TimeField.tsx'
import type { Choice } from '../../kit/search-bar/filters.ts'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { ColleagueField } from '../../domain/ColleagueField.tsx'

/** Names a colleague who does the user's steps for some time, of all processes or of some types. */
export function DelegationForm({ types, ...overlay }: OverlayProps & { types: readonly Choice[] }) {
  const form = useForm(delegationCalls.add.input, {})
  const saving = useSaving(delegationCalls.add, {
    said: () => ['委托已建立', '办理记录会写明由谁代办'],
    form,
    faults: {
      'delegation.self': ['delegateId'],
      'delegation.reach': ['delegateId'],
      'delegation.past': ['endTime'],
      'delegation.long': ['endTime'],
    },
    onClose: overlay.onClose,
  })
  return (
    <FieldsDrawer {...overlay} title="新建委托" verb="委托" form={form} saving={saving} onSend={saving.send}>
      <ColleagueField {...form.field('delegateId')} label="受托人" required />
      <TimeField {...form.field('startTime')} label="开始时间" required />
      <TimeField {...form.field('endTime')} label="结束时间" required />
      <SelectManyField
        {...form.field('types')}
        label="流程类型"
        hint="不选为全部流程"
        placeholder="全部"
        choices={types}
      />
      <LongTextField {...form.field('reason')} label="原因" max={100} rows={2} placeholder="可不填" />
    </FieldsDrawer>
  )
}
