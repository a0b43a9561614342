import { deviceCalls, DEVICES_AT_ONCE } from '@heliodesk/contract/devices.ts'
import { useEffect, useEffectEvent } from 'react'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { StationField } from '../../domain/StationField.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import type { DeviceRow } from './device.ts'
import { SpaceSelect } from './SpaceSelect.tsx'

type MoveDevicesProps = {
  devices: readonly DeviceRow[]
  open: boolean
  onClose: () => void
  onMoved: () => void
}

const NAMED = 5

/**
 * Moves devices to another station or space; all of them or none. They are read again when it opens, because they may
 * have been chosen on another page of the list a while ago.
 */
export function MoveDevices({ devices: chosen, open, onClose, onMoved }: MoveDevicesProps) {
  const stations = new Set(chosen.map(({ psId }) => psId))
  const form = useForm(deviceCalls.move.input, {
    devices: chosen.map(({ id, version }) => ({ id, version })),
    ...(stations.size === 1 ? { psId: chosen[0]!.psId } : {}),
  })
  const { values, field } = form
  const saving = useSaving(deviceCalls.move, {
    said: ({ moved }) => ['设备已移动', `${moved} 台，含下级设备`],
    onClose,
    onSaved: onMoved,
  })
  const read = useReadAgain(deviceCalls.page)
  const { seen: devices, look } = useSeen(chosen, {
    saving,
    readAgain: async (before) => {
      const ids = before.map(({ id }) => id)
      const { pageList } = await read({ ids, curPage: 1, size: DEVICES_AT_ONCE })
      const current = new Map(pageList.map((device) => [device.id, device]))
      return before.map((device) => current.get(device.id) ?? device)
    },
  })
  const lookFirst = useEffectEvent(look)
  useEffect(() => lookFirst(), [])
  const leaving = devices.some(({ psId }) => values.psId !== undefined && psId !== values.psId)
  return (
    <FieldsDrawer
      open={open}
      title={devices.length === 1 ? `移动 ${devices[0]!.name}` : `移动 ${devices.length} 台设备`}
      verb="移动"
      form={form}
      saving={saving}
      onClose={onClose}
      onRefresh={look}
      onSend={(input) =>
        saving.send({ ...input, devices: devices.map(({ id, version }) => ({ id, version })) })
      }
    >
      <p className="wide t2">
        {devices
          .slice(0, NAMED)
          .map(({ name }) => name)
          .join('、')}
        {devices.length > NAMED && ` 等 ${devices.length} 台`}
        。下级设备随之移动。
      </p>
      <StationField
        {...field('psId', ['spaceId'])}
        label="目标电站"
        required
        hint={leaving ? '离开原电站后，上级设备关系解除；有未关闭工单的设备不能离开' : undefined}
      />
      <PickerField
        {...field('spaceId')}
        of={SpaceSelect}
        label="目标区域"
        hint="不选则不在任何区域内"
        psId={values.psId}
      />
      <LongTextField
        {...field('reason')}
        label="移动原因"
        required
        max={200}
        rows={2}
        mostRows={4}
        placeholder="如 备件调拨、方阵调整"
      />
    </FieldsDrawer>
  )
}
