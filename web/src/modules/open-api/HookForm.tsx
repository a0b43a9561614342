import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { webhookCalls, webhookKinds, type Webhook, type WebhookKind } from '@heliodesk/contract/webhooks.ts'
import { useState } from 'react'
import { flattenDepartments } from '../../domain/department-tree.ts'
import { StationSelect } from '../../domain/StationSelect.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { TickField } from '../../kit/fields/TickField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { notedOption } from '../../kit/searching.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useReadAgain } from '../../kit/use-seen.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall, useRefresh } from '../../lib/queries.ts'
import { eventChoices } from './hook-words.ts'

type HookFormProps = OverlayProps & {
  /** The one to change, which the form reads itself. */
  hook?: Webhook
  onMade?: (answer: { id: string; secret: string | null }) => void
}

const placeholders: Record<WebhookKind, string> = {
  https: 'https://…',
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
}

const faults = {
  'webhook.failed': ['address'],
  'webhook.everywhere': ['departmentIds'],
}

/** A new webhook, or changes of one: what it is told, and of where. */
export function HookForm({ hook, onMade, ...dialog }: HookFormProps) {
  const form = useForm(
    hook
      ? webhookCalls.edit.input.extend({ kind: webhookCalls.add.input.shape.kind })
      : webhookCalls.add.input,
    startOf(undefined),
  )
  const [opened, setOpened] = useState<Webhook>()
  const read = useCall(
    webhookCalls.detail,
    { id: hook?.id ?? '' },
    { enabled: hook !== undefined && !opened },
  )
  const readAgain = useReadAgain(webhookCalls.detail)
  const take = (current: Webhook) => {
    setOpened(current)
    form.rebase(startOf(current))
  }
  // As use-record-form.ts: an answer that is renewed meanwhile may be out of date.
  if (hook && !opened && read.isSuccess && !read.isFetching) take(read.data)
  const saved = { form, faults, onClose: dialog.onClose }
  const adding = useSaving(webhookCalls.add, { ...saved, onSaved: (answer) => onMade?.(answer) })
  const editing = useSaving(webhookCalls.edit, { ...saved, said: () => ['推送已保存'] as const })
  const refresh = useRefresh(webhookCalls.list)
  const look = async () => {
    if (!hook) return refresh()
    take(await readAgain({ id: hook.id }))
    editing.reset()
  }
  const tree = useCall(departmentCalls.tree, {})
  const { field, values, set } = form
  const kind = values.kind ?? 'https'
  return (
    <FieldsDrawer
      {...dialog}
      title={hook ? `编辑推送：${hook.name}` : '新建推送'}
      verb={hook ? '保存' : '新建'}
      form={form}
      saving={hook ? editing : adding}
      onRefresh={look}
      awaits={hook && !opened ? { noun: '推送', read } : null}
      onSend={(input) => {
        if (opened) editing.send({ ...input, id: opened.id, version: opened.version })
        else if (input.address !== undefined) adding.send({ ...input, address: input.address })
      }}
    >
      <TextField {...field('name')} label="名称" required autoFocus placeholder="推送给谁，如 业主平台" />
      {!hook && <SelectField<WebhookKind> {...field('kind')} label="种类" required choices={webhookKinds} />}
      <TextField
        {...field('address')}
        code
        label="地址"
        required={!hook}
        placeholder={hook ? `${hook.address}（不改则留空）` : placeholders[kind]}
        hint="只允许公网的 https 地址；内网、回环与元数据地址一律拒绝"
      />
      {(kind === 'dingtalk' || kind === 'feishu') && (
        <TextField
          {...field('robotSecret')}
          code
          label="加签密钥"
          placeholder={hook ? '不改则留空' : '机器人未开启加签则不填'}
        />
      )}
      <SelectManyField
        {...field('events')}
        label="事件"
        required
        placeholder="可多选"
        optionRender={notedOption}
        choices={eventChoices}
        onChange={(chosen) => set('events', chosen as Webhook['events'] as never)}
      />
      <SelectManyField
        {...field('departmentIds')}
        label="部门"
        placeholder="全公司"
        hint="部门与电站都不选时推送全公司，只有看得到全公司数据的人可以"
        choices={(tree.data ? flattenDepartments(tree.data) : []).map(({ node }) => ({
          value: node.id,
          label: node.departName,
        }))}
      />
      <PickerField
        {...field('psIds')}
        value={values.psIds ?? []}
        label="电站"
        of={StationSelect}
        onChange={(chosen) => set('psIds', [...(chosen ?? [])])}
      />
      <TickField
        label="包含人员电话"
        hint="仅在您有用户管理权限时推送"
        value={values.withPhones}
        onChange={(withPhones) => set('withPhones', withPhones)}
      />
      <TickField
        label="包含费用"
        hint="仅在您有查看清洗工单权限时推送"
        value={values.withFees}
        onChange={(withFees) => set('withFees', withFees)}
      />
    </FieldsDrawer>
  )
}

const startOf = (hook: Webhook | undefined) =>
  hook
    ? {
        id: hook.id,
        version: hook.version,
        kind: hook.kind,
        name: hook.name,
        events: hook.events as never,
        departmentIds: hook.departments.map(({ id }) => id),
        psIds: hook.stations.map(({ id }) => id),
        withPhones: hook.withPhones,
        withFees: hook.withFees,
      }
    : { kind: 'https' as const, departmentIds: [], psIds: [], withPhones: false, withFees: false }
