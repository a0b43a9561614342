import type { Received } from '@heliodesk/contract/call.ts'
import type { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useOaForm } from '../../../domain/oa-form/use-oa-form.ts'
import type { Form } from '../../../kit/use-form.ts'

export type TaskType = Received<typeof taskTypeCalls.choices>[number]

/** Fields of orders hold texts and numbers; lists belong to other kinds. */
type Values = Record<string, number | string>

type OrderForm = Form<typeof workOrderCalls.insert.input>

const none = {}
const noFields: TaskType['fields'] = []

/** The fields that the type of a new order adds to its form. Both are sent, and show their errors, together. */
export function useTypeFields(order: OrderForm, type: TaskType | undefined) {
  const fields = useOaForm(type?.fields ?? noFields, none)
  const submit: OrderForm['submit'] = (send, ...faults) => {
    const filled: Values[] = []
    fields.form.current = order.form.current
    fields.submit((values) => filled.push(values as Values))
    order.submit(
      (input) => {
        const [form] = filled
        if (form) send({ ...input, form })
      },
      ...faults,
    )
  }
  const form = { ...order, dirty: order.dirty || fields.dirty, size: order.size + fields.size, submit }
  return { fields, form, clear: () => fields.reset(none) }
}
