import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { assignmentOf } from '../../../domain/orders/assignment.ts'
import { useAssign } from '../../../domain/orders/by-type.ts'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { Field } from '../../../kit/Field.tsx'
import { SelectManyField } from '../../../kit/fields/SelectManyField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useCall } from '../../../lib/queries.ts'
import { useState } from 'react'
import { useSeenOrder } from '../commands.ts'
import { Candidates } from '../../../domain/orders/Candidates.tsx'
import type { StepProps } from './step-props.ts'
import css from './order-forms.module.css'
import { useSearchBy } from '../../../lib/pinyin.ts'

/** The number of candidates shown first. */
const SHOWN_FIRST = 5

/** Assigns an order to its executor, with assistants and planned times. */
export function AssignOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const form = useForm(workOrderCalls.assign.input, assignmentOf(opened))
  const { values } = form
  const saving = useAssign({
    taskType: opened.taskType,
    said: ({ workCode, liablePerson }) => ['工单已指派', `${workCode} → ${liablePerson}`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const executors = useCall(workOrderCalls.executors, { id: order.id })
  const candidates = executors.data ?? []
  // The most suitable person is proposed once; only sending assigns the order.
  const [proposed, setProposed] = useState(false)
  if (!proposed && candidates[0]) {
    setProposed(true)
    form.rebase({ ...assignmentOf(opened), liableUserId: candidates[0].id })
  }
  const liable = candidates.find(({ id }) => id === values.liableUserId)
  const people = candidates.map(({ id, realname, departName, openOrders }) => ({
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
      verb={liable ? `指派给${liable.realname}` : '指派'}
      roomy
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
      <Field
        label="负责人"
        ask="选择"
        required
        className="wide"
        hint="按距离、在手、熟悉的得分排序，本班组在前；排序规则在业务配置中修改"
        error={form.errorOf('liableUserId')}
      >
        {(control) => (
          <Candidates
            {...control}
            people={candidates.filter(({ id }) => !values.assistUserIds?.includes(id))}
            pending={executors.isPending}
            nobody={executors.error?.message ?? '没有可指派的人员'}
            first={SHOWN_FIRST}
            value={values.liableUserId}
            onChange={(id) => form.set('liableUserId', id)}
          />
        )}
      </Field>
      <SelectManyField
        {...form.field('assistUserIds')}
        label="协作人"
        placeholder="可不填"
        showSearch={useSearchBy('search')}
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
