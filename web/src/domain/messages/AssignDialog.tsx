import type { Message } from '@heliodesk/contract/messages.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useState } from 'react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { Field } from '../../kit/Field.tsx'
import { TimeField } from '../../kit/fields/TimeField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall, useRefresh } from '../../lib/queries.ts'
import { assignmentOf } from '../orders/assignment.ts'
import { useAssign } from '../orders/by-type.ts'
import { Candidates } from '../orders/Candidates.tsx'

const SHOWN_FIRST = 3

type AssignDialogProps = OverlayProps & { message: Message }

/** Gives the order of a message to somebody: who, and when. Assistants and notes are on the order's page. */
export function AssignDialog({ message: { about, note }, ...overlay }: AssignDialogProps) {
  const id = about.id ?? ''
  const order = useCall(workOrderCalls.detail, { id }, { enabled: overlay.open })
  const executors = useCall(workOrderCalls.executors, { id }, { enabled: overlay.open })
  const candidates = executors.data ?? []
  const form = useForm(workOrderCalls.assign.input, { id, assistUserIds: [], note: '' })
  const { values, field } = form
  // What is sent is the order as it was first seen here, so that no unseen change is overwritten.
  const [seen, setSeen] = useState<number | null>(null)
  const [proposed, setProposed] = useState(false)
  if (order.data && seen === null) {
    setSeen(order.data.version)
    form.rebase(assignmentOf(order.data))
  }
  if (seen !== null && !proposed && candidates[0]) {
    setProposed(true)
    form.set('liableUserId', candidates[0].id)
  }
  const refresh = useRefresh(workOrderCalls.detail)
  const saving = useAssign({
    taskType: order.data?.taskType ?? 0,
    said: ({ workCode, liablePerson }) => ['工单已指派', `${workCode} → ${liablePerson}`],
    onClose: overlay.onClose,
  })
  const liable = candidates.find((each) => each.id === values.liableUserId)
  const send = () => form.submit((input) => saving.send({ ...input, version: seen ?? input.version }))
  return (
    <CommandDialog
      {...overlay}
      wide
      title={`指派工单 ${about.code}`}
      text={note}
      verb={liable ? `指派给${liable.realname}` : '指派'}
      saving={saving}
      awaits={order.data ? null : { read: order, noun: '工单' }}
      form={form.form}
      onRefresh={() => {
        saving.reset()
        refresh()
        setSeen(order.data?.version ?? null)
      }}
      onConfirm={send}
    >
      <Field label="负责人" ask="选择" required error={form.errorOf('liableUserId')}>
        {(control) => (
          <Candidates
            {...control}
            people={candidates}
            pending={executors.isPending}
            nobody={executors.error?.message ?? '没有可指派的人员'}
            first={SHOWN_FIRST}
            value={values.liableUserId}
            onChange={(chosen) => form.set('liableUserId', chosen)}
          />
        )}
      </Field>
      <TimeField {...field('planStartTime')} label="计划开始时间" required ahead="start" />
      <TimeField
        {...field('planEndTime')}
        label="计划结束时间"
        required
        ahead="end"
        after={values.planStartTime}
      />
    </CommandDialog>
  )
}
