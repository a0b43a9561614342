import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../../kit/fields/SelectManyField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { WIRE_TIME } from '../../../kit/format.ts'
import { useForm } from '../../../kit/use-form.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useCall } from '../../../lib/queries.ts'
import { useAssign, useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
import type { StepProps } from './step-props.ts'
import css from './order-forms.module.css'
import { searchBy } from '../../../lib/pinyin.ts'

/** Assigns an order to its executor, with assistants and planned times. */
export function AssignOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const form = useForm(workOrderCalls.assign.input, startingFrom(opened))
  const { values } = form
  const saving = useAssign({
    taskType: opened.taskType,
    said: ({ workCode, liablePerson }) => ['工单已指派', `${workCode} → ${liablePerson}`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const executors = useCall(workOrderCalls.executors, { id: order.id })
  const people = (executors.data ?? []).map(({ id, realname, departName, openOrders }) => ({
    value: id,
    label: realname,
    search: `${realname} ${departName}`,
    departName,
    openOrders,
  }))
  return (
    <FieldsDrawer
      open={open}
      title="指派工单"
      label={<span className="t3">{order.workCode}</span>}
      verb="指派"
      form={form}
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      onClose={onClose}
      onRefresh={look}
      onSend={(input) => saving.send({ ...input, version: order.version })}
    >
      <p className="about">
        {order.psName} · {order.taskTypeLabel} · {order.taskDescription}
      </p>
      <SelectField
        {...form.field('liableUserId')}
        label="负责人"
        required
        hint="能看到该电站并可执行工单的人员，本班组的在前，其次在办少的"
        placeholder={executors.isPending ? '正在查找人员…' : '选择负责人'}
        notFoundContent={executors.error ? executors.error.message : '没有可指派的人员'}
        loading={executors.isPending}
        showSearch={searchBy('search')}
        choices={people.filter(({ value }) => !values.assistUserIds?.includes(value))}
        optionRender={personRow}
      />
      <SelectManyField
        {...form.field('assistUserIds')}
        label="协作人"
        placeholder="可不填"
        showSearch={searchBy('search')}
        choices={people.filter(({ value }) => value !== values.liableUserId)}
        optionRender={personRow}
      />
      <TimeField {...form.field('planStartTime')} label="计划开始时间" required ahead="start" />
      <TimeField
        {...form.field('planEndTime')}
        label="计划结束时间"
        required
        ahead="end"
        after={values.planStartTime}
      />
      <LongTextField {...form.field('note')} label="派单说明" rows={3} placeholder="注意事项、要带的备件" />
    </FieldsDrawer>
  )
}

const personRow = ({ data }: { data: { label: string; departName: string; openOrders: number } }) => (
  <span className={css.person}>
    {data.label}
    <span className="t3 s12">{data.departName}</span>
    <span className="t3 s12 mla">{data.openOrders} 单在办</span>
  </span>
)

function startingFrom({ id, version, planStartTime, planEndTime }: Order) {
  const now = companyNow()
  const nextHalfHour = now.add(30 - (now.minute() % 30), 'minute').second(0)
  return {
    id,
    version,
    assistUserIds: [],
    planStartTime: planStartTime ?? nextHalfHour.format(WIRE_TIME),
    planEndTime: planEndTime ?? undefined,
    note: '',
  }
}
