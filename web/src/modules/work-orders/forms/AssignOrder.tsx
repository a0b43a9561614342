import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Select } from 'antd'
import dayjs from 'dayjs'
import { Button } from '../../../kit/Button.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { Field } from '../../../kit/Field.tsx'
import { WIRE_TIME } from '../../../kit/format.ts'
import { tabLeaves } from '../../../kit/tab-leaves.ts'
import { TimeInput } from '../../../kit/TimeInput.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { notify } from '../../../lib/notices.ts'
import { useCall } from '../../../lib/queries.ts'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { useAssign, useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
import type { StepProps } from './OrderDialogs.tsx'

/** Hands an order to its executor, with the people who help and the plan. */
export function AssignOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const { order, look } = useSeenOrder(opened)
  const { form, values, dirty, set, leave, errorOf, submit } = useForm(
    workOrderCalls.assign.input,
    startingFrom(opened),
  )
  const command = useAssign({
    taskType: opened.taskType,
    onSuccess: (row) => {
      notify({ kind: 'success', title: '工单已指派', text: `${row.workCode} → ${row.liablePerson}` })
      onClose()
    },
  })
  const executors = useCall(workOrderCalls.executors, { id: order.id })
  const people = (executors.data ?? []).map(({ id, realname, departName, openOrders }) => ({
    value: id,
    label: realname,
    search: `${realname} ${departName}`,
    departName,
    openOrders,
  }))
  const refusal = refusalOf(order)
  const assign = () => submit((input) => command.send({ ...input, version: order.version }))
  return (
    <FormDrawer
      open={open}
      title="指派工单"
      label={<span className="t3">{order.workCode}</span>}
      dirty={dirty}
      onClose={onClose}
      notice={
        <CommandAlert
          error={command.error}
          refusal={refusal}
          onRefresh={() => {
            command.reset()
            void look()
          }}
        />
      }
      actions={
        <Button kind="pri" busy={command.busy} refusal={refusal} onClick={assign}>
          指派
        </Button>
      }
    >
      <p className="about">
        {order.psName} · {order.taskTypeLabel} · {order.taskDescription}
      </p>
      <form ref={form} className="fields" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="负责人"
          required
          error={errorOf('liableUserId')}
          hint="能看到该电站并可执行工单的人员，在办少的在前"
        >
          {(control) => (
            <Select
              {...control}
              placeholder={executors.isPending ? '正在查找人员…' : '选择负责人'}
              notFoundContent={executors.error ? executors.error.message : '没有可指派的人员'}
              loading={executors.isPending}
              showSearch={{ optionFilterProp: 'search' }}
              options={people.filter(({ value }) => !values.assistUserIds?.includes(value))}
              optionRender={personRow}
              value={values.liableUserId}
              onChange={(value) => set('liableUserId', value)}
              onBlur={() => leave('liableUserId')}
            />
          )}
        </Field>
        <Field label="协作人" error={errorOf('assistUserIds')}>
          {(control) => (
            <Select
              {...control}
              {...tabLeaves}
              mode="multiple"
              placeholder="可不填"
              showSearch={{ optionFilterProp: 'search' }}
              options={people.filter(({ value }) => value !== values.liableUserId)}
              optionRender={personRow}
              value={values.assistUserIds ?? []}
              onChange={(value: string[]) => set('assistUserIds', value)}
            />
          )}
        </Field>
        <Field label="计划开始时间" required error={errorOf('planStartTime')}>
          {(control) => (
            <TimeInput
              {...control}
              value={values.planStartTime}
              onChange={(value) => set('planStartTime', value ?? undefined)}
              onBlur={() => leave('planStartTime')}
            />
          )}
        </Field>
        <Field label="计划结束时间" required error={errorOf('planEndTime')}>
          {(control) => (
            <TimeInput
              {...control}
              value={values.planEndTime}
              onChange={(value) => set('planEndTime', value ?? undefined)}
              onBlur={() => leave('planEndTime')}
            />
          )}
        </Field>
        <Field label="派单说明" className="wide" error={errorOf('note')}>
          {(control) => (
            <CountedTextarea
              {...control}
              rows={3}
              placeholder="注意事项、要带的备件"
              value={values.note ?? ''}
              onChange={(value) => set('note', value)}
              onBlur={() => leave('note')}
            />
          )}
        </Field>
      </form>
    </FormDrawer>
  )
}

const personRow = ({ data }: { data: { label: string; departName: string; openOrders: number } }) => (
  <span className="person">
    {data.label}
    <span className="t3 s12">{data.departName}</span>
    <span className="t3 s12 mla">{data.openOrders} 单在办</span>
  </span>
)

function startingFrom({ id, version, planStartTime, planEndTime }: Order) {
  const nextHalfHour = dayjs()
    .add(30 - (dayjs().minute() % 30), 'minute')
    .second(0)
  return {
    id,
    version,
    assistUserIds: [],
    planStartTime: planStartTime ?? nextHalfHour.format(WIRE_TIME),
    planEndTime: planEndTime ?? undefined,
    note: '',
  }
}
