import { HANDOVER_HOUR, handoverCalls, workGroups, type OpenGroups } from '@heliodesk/contract/handovers.ts'
import { DayField } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TickField } from '../../kit/fields/TickField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { SuccessorField } from './SuccessorField.tsx'
import type { User } from './user.ts'

/** Names who takes over the open work of somebody, now or at the end of the last working day. */
export function HandoverForm({
  user,
  groups,
  ...overlay
}: OverlayProps & { user: User; groups: OpenGroups }) {
  const form = useForm(handoverCalls.add.input, { personId: user.id, freezes: true, successorList: [] })
  const saving = useSaving(handoverCalls.add, {
    said: ({ state, dueTime }) =>
      state === 'planned' ? ['交接已安排', `${dueTime.slice(0, 16)} 起交接，结果见交接记录`] : ['交接已完成'],
    form,
    faults: {
      'handover.self': ['successorId'],
      'handover.successor': ['successorId'],
      'handover.nobody': ['successorId'],
      'handover.past': ['lastDay'],
      'handover.far': ['lastDay'],
    },
    onClose: overlay.onClose,
  })
  const named = form.values.successorList ?? []
  const given = groups.filter(({ group }) => !workGroups[group].isEnded)
  return (
    <FieldsDrawer
      {...overlay}
      title={`办理${user.realname}的离职交接`}
      verb="确认交接"
      form={form}
      saving={saving}
      onSend={saving.send}
      roomy
    >
      <SuccessorField
        {...form.field('successorId')}
        personId={user.id}
        label="接收人"
        hint="接收全部工作，下面另选的除外"
        placeholder="姓名、拼音或账号"
      />
      <DayField
        {...form.field('lastDay')}
        label="最后工作日"
        hint={`不选则立即交接；否则当日 ${HANDOVER_HOUR}:00 交接，之前照常工作`}
      />
      {given.length > 1 &&
        given.map(({ group }) => (
          <SuccessorField
            key={group}
            personId={user.id}
            label={`${workGroups[group].title}的接收人`}
            placeholder="同上"
            value={named.find((each) => each.group === group)?.successorId}
            onChange={(successorId: string | undefined) =>
              form.set('successorList', [
                ...named.filter((each) => each.group !== group),
                ...(successorId === undefined ? [] : [{ group, successorId }]),
              ])
            }
          />
        ))}
      <LongTextField
        {...form.field('reason')}
        label="交接原因"
        required
        max={200}
        rows={2}
        placeholder="如：12 月 31 日离职"
      />
      <TickField
        {...form.field('freezes')}
        label="交接后停用账号"
        hint="退出全部登录，不能再登录；姓名保留在历史记录中"
      />
    </FieldsDrawer>
  )
}
