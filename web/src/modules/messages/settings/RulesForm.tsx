import { messageChannelCalls as calls, type MessageRule } from '@heliodesk/contract/message-channels.ts'
import { messageChannels, messageGroups, type MessageChannel } from '@heliodesk/contract/message-kinds.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { InputNumber, Select } from 'antd'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import type { Own } from './own.ts'
import css from './message-settings.module.css'

const channels = (Object.keys(messageChannels) as MessageChannel[]).map((value) => ({
  value,
  label: messageChannels[value],
}))

/** What nobody turns off, and whom it is told to when nobody reads it. */
export function RulesForm({ rules, ...overlay }: OverlayProps & { rules: Own['rules'] }) {
  const form = useForm(calls.saveRules.input, {
    rules: rules.map(({ group, locked, escalateMinutes, roleId }) => ({
      group,
      locked,
      escalateMinutes,
      roleId,
    })),
  })
  const saving = useSaving(calls.saveRules, {
    form,
    said: () => ['公司规定已保存'] as const,
    onClose: overlay.onClose,
  })
  const roles = useCall(roleCalls.all, {})
  const values: readonly MessageRule[] = (form.values.rules ?? []) as MessageRule[]
  const change = (group: string, next: Partial<MessageRule>) =>
    form.set('rules', values.map((each) => (each.group === group ? { ...each, ...next } : each)) as never)
  return (
    <FieldsDrawer
      {...overlay}
      roomy
      title="锁定与升级"
      verb="保存"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      <ul className={css.rules}>
        {values.map(({ group, locked, escalateMinutes, roleId }) => {
          const { title } = messageGroups[group]
          return (
            <li key={group}>
              <b>{title}</b>
              <Select
                mode="multiple"
                aria-label={`${title}：锁定的通道`}
                placeholder="锁定的通道"
                value={[...locked]}
                options={channels}
                onChange={(next: MessageChannel[]) => change(group, { locked: next })}
              />
              <InputNumber
                aria-label={`${title}：未读升级（分钟）`}
                placeholder="未读分钟"
                min={5}
                max={10_080}
                precision={0}
                value={escalateMinutes}
                onChange={(minutes) => change(group, { escalateMinutes: minutes })}
              />
              <Select
                allowClear
                aria-label={`${title}：升级到的角色`}
                placeholder="升级到的角色"
                value={roleId ?? undefined}
                options={(roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
                onChange={(next: string | undefined) => change(group, { roleId: next ?? null })}
              />
            </li>
          )
        })}
      </ul>
    </FieldsDrawer>
  )
}
