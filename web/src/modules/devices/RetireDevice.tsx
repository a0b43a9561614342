import { deviceCalls } from '@heliodesk/contract/devices.ts'
import dayjs from 'dayjs'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import type { Device } from './device.ts'

type RetireDeviceProps = { device: Device; open: boolean; onClose: () => void }

const retiring = deviceCalls.retire.input.pick({ retiredOn: true, reason: true })
const restoring = deviceCalls.restore.input.pick({ reason: true })

/** Retires a device, or restores it. */
export const RetireDevice = (props: RetireDeviceProps) =>
  props.device.status === '1' ? <Retire {...props} /> : <Restore {...props} />

/** The device as loaded last, whose version is sent. */
function useSeenDevice(opened: Device, saving: { reset: () => void }) {
  const readAgain = useReadAgain(deviceCalls.detail)
  return useSeen(opened, { saving, readAgain: ({ id }) => readAgain({ id }) })
}

function Retire({ device, open, onClose }: RetireDeviceProps) {
  const form = useForm(retiring, { retiredOn: dayjs().format(WIRE_DAY) })
  const saving = useSaving(deviceCalls.retire, {
    said: () => ['设备已退役', device.name],
    onClose,
  })
  const { seen, look } = useSeenDevice(device, saving)
  const { id, version, name, openOrders } = seen
  return (
    <CommandDialog
      open={open}
      title={`退役“${name}”？`}
      text={`退役后不能再为它新建工单，台账和历史保留，之后可以恢复。${
        openOrders > 0 ? `还有 ${openOrders} 张未关闭的工单，不受影响。` : ''
      }`}
      verb="退役"
      danger
      saving={saving}
      onConfirm={() => form.submit((input) => saving.send({ ...input, id, version }))}
      onClose={onClose}
      onRefresh={look}
      form={form.form}
    >
      <DayField {...form.field('retiredOn')} label="退役日期" required past />
      <Reason {...form.field('reason')} placeholder="如 老化报废、改造拆除" />
    </CommandDialog>
  )
}

function Restore({ device, open, onClose }: RetireDeviceProps) {
  const form = useForm(restoring, {})
  const saving = useSaving(deviceCalls.restore, {
    said: () => ['设备已恢复在用', device.name],
    onClose,
  })
  const { seen, look } = useSeenDevice(device, saving)
  const { id, version, name } = seen
  return (
    <CommandDialog
      open={open}
      title={`恢复在用“${name}”？`}
      text="恢复后可以再为它新建工单。"
      verb="恢复在用"
      saving={saving}
      onConfirm={() => form.submit((input) => saving.send({ ...input, id, version }))}
      onClose={onClose}
      onRefresh={look}
      form={form.form}
    >
      <Reason {...form.field('reason')} placeholder="如 修复后重新投运" />
    </CommandDialog>
  )
}

type ReasonProps = Omit<Parameters<typeof LongTextField>[0], 'label'>

const Reason = (props: ReasonProps) => (
  <LongTextField {...props} label="原因" required max={200} rows={{ min: 2, max: 4 }} />
)
