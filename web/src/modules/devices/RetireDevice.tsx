import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { deviceViews, useFreshDevice, type Device } from './device.ts'

const REASON_MAX = 200
const WIRE_DAY = 'YYYY-MM-DD'

type RetireDeviceProps = { device: Device; open: boolean; onClose: () => void }

/** Takes a device out of use, or puts it back. */
export function RetireDevice({ device: opened, open, onClose }: RetireDeviceProps) {
  const [device, setDevice] = useState(opened)
  const [day, setDay] = useState<string | null>(dayjs().format(WIRE_DAY))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const readAgain = useFreshDevice()
  const retiring = opened.status === '1'
  const verb = retiring ? '退役' : '恢复在用'
  const options = {
    refresh: deviceViews,
    errors: 'own' as const,
    onSuccess: () => {
      notify({ kind: 'success', title: retiring ? '设备已退役' : '设备已恢复在用', text: device.name })
      onClose()
    },
  }
  const retire = useCommand(deviceCalls.retire, options)
  const restore = useCommand(deviceCalls.restore, options)
  const missing = { day: retiring && !day ? '请选择退役日期' : null, reason: reason.trim() ? null : '请输入' }
  const confirm = () => {
    setTried(true)
    if (missing.day || missing.reason) return
    const seen = { id: device.id, version: device.version, reason: reason.trim() }
    if (retiring) retire.mutate({ ...seen, retiredOn: day! })
    else restore.mutate(seen)
  }
  const look = async () => {
    try {
      setDevice(await readAgain(device.id))
      retire.reset()
      restore.reset()
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title={`${verb}“${device.name}”？`}
      text={
        retiring
          ? `退役后不能再为它新建工单，台账和历史保留，之后可以恢复。${
              device.openOrders > 0 ? `还有 ${device.openOrders} 张未关闭的工单，不受影响。` : ''
            }`
          : '恢复后可以再为它新建工单。'
      }
      verb={verb}
      danger={retiring}
      busy={retire.isPending || restore.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {retiring && (
        <Field label="退役日期" required error={tried ? missing.day : null}>
          {(control) => (
            <DatePicker
              {...control}
              placeholder="选择日期"
              maxDate={dayjs()}
              value={day ? dayjs(day) : null}
              onChange={(picked) => setDay(picked ? picked.format(WIRE_DAY) : null)}
            />
          )}
        </Field>
      )}
      <Field label="原因" required error={tried ? missing.reason : null}>
        {(control) => (
          <CountedTextarea
            {...control}
            max={REASON_MAX}
            rows={{ min: 2, max: 4 }}
            placeholder={retiring ? '如 老化报废、改造拆除' : '如 修复后重新投运'}
            value={reason}
            onChange={setReason}
          />
        )}
      </Field>
      <CommandAlert error={retire.error ?? restore.error} onRefresh={() => void look()} />
    </ConfirmDialog>
  )
}
