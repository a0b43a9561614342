import { orderRelationCalls, type RelationKind } from '@heliodesk/contract/order-relations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useState } from 'react'
import { Field } from '../../../kit/Field.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { SearchSelect, type Found } from '../../../kit/SearchSelect.tsx'
import { useSearchWord } from '../../../kit/searching.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'

/** What the other order is to this one, as a sentence. */
const choices: Record<RelationKind, string> = {
  before: '前置：它完成后，本工单才做',
  after: '后续：本工单完成后，才做它',
  duplicate: '重复于：本工单重复，它是原工单',
  original: '被重复：它重复，本工单是原工单',
  related: '相关',
}

const faults = Object.fromEntries(
  ['self', 'linked', 'circle', 'original', 'many'].map((code) => [`relation.${code}`, ['otherId']]),
)

/** Links another order that the user sees to this one. */
export function RelateOrder({ order, ...overlay }: OverlayProps & { order: OrderDetail }) {
  const form = useForm(orderRelationCalls.add.input, { orderId: order.id, kind: 'related' })
  const saving = useSaving(orderRelationCalls.add, {
    said: ({ order: { workCode } }) => ['工单已关联', workCode],
    form,
    faults,
    onClose: overlay.onClose,
  })
  const [known, setKnown] = useState<Found | null>(null)
  const [keyword, setWord] = useSearchWord()
  const read = useCall(workOrderCalls.page, { keyword, size: 20, needCount: false })
  const found = (read.data?.pageList ?? [])
    .filter(({ id }) => id !== order.id)
    .map(({ id, workCode, taskDescription, psName }): Found => ({
      value: id,
      label: `${workCode} ${taskDescription}`,
      note: psName,
    }))
  const other = form.field('otherId')
  return (
    <FieldsDrawer {...overlay} title="关联工单" verb="关联" form={form} saving={saving} onSend={saving.send}>
      <Field label="工单" required error={other.error} ask="选择">
        {(control) => (
          <SearchSelect
            {...control}
            noun="工单"
            read={read}
            choices={found}
            known={known}
            placeholder="编号、描述、电站、负责人"
            value={other.value}
            onWord={setWord}
            onChange={(value) => {
              setKnown(found.find((each) => each.value === value) ?? null)
              other.onChange(value)
            }}
          />
        )}
      </Field>
      <SelectField {...form.field('kind')} label="关系" required choices={choices} />
    </FieldsDrawer>
  )
}
