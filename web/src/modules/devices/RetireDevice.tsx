import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import type { ChosenDevice, Device } from './device.ts'
import { companyNow } from '../../lib/company-time.ts'

type RetireDeviceProps = ChosenDevice & OverlayProps

const retiring = deviceCalls.retire.input.pick({ retiredOn: true, reason: true })
const restoring = deviceCalls.restore.input.pick({ reason: true })

/** Retires a device, or restores it. */
export const RetireDevice = (props: RetireDeviceProps) =>
  props.known.status === '1' ? <Retire {...props} /> : <Restore {...props} />

const kind = { noun: '设备', nameOf: ({ name }: Device) => name, gone: '已不在您的数据范围内' }

function Retire(props: RetireDeviceProps) {
  const calls = { edit: deviceCalls.retire, detail: deviceCalls.detail }
  const { form, seen, dialog } = useRecordForm(calls, props, {
    ...kind,
    fields: retiring,
    valuesOf: () => ({ retiredOn: companyNow().format(WIRE_DAY) }),
    said: ({ name }) => ['设备已退役', name],
  })
  const { name } = seen ?? props.known
  return (
    <CommandDialog
      {...dialog}
      title={`退役“${name}”？`}
      text={`退役后不能再为它新建工单，台账和历史保留，之后可以恢复。${
        seen?.openOrders ? `还有 ${seen.openOrders} 张未关闭的工单，不受影响。` : ''
      }`}
      verb="退役"
      danger
    >
      <DayField {...form.field('retiredOn')} label="退役日期" required past />
      <Reason {...form.field('reason')} placeholder="如 老化报废、改造拆除" />
    </CommandDialog>
  )
}

function Restore(props: RetireDeviceProps) {
  const calls = { edit: deviceCalls.restore, detail: deviceCalls.detail }
  const { form, seen, dialog } = useRecordForm(calls, props, {
    ...kind,
    fields: restoring,
    valuesOf: () => ({}),
    said: ({ name }) => ['设备已恢复在用', name],
  })
  return (
    <CommandDialog
      {...dialog}
      title={`恢复在用“${(seen ?? props.known).name}”？`}
      text="恢复后可以再为它新建工单。"
      verb="恢复在用"
    >
      <Reason {...form.field('reason')} placeholder="如 修复后重新投运" />
    </CommandDialog>
  )
}

type ReasonProps = Omit<Parameters<typeof LongTextField>[0], 'label'>

const Reason = (props: ReasonProps) => (
  <LongTextField {...props} label="原因" required max={200} rows={2} mostRows={4} />
)
