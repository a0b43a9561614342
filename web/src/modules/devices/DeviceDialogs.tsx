import type { ChosenDevice, Device, DeviceRow } from './device.ts'
import { DeviceForm } from './DeviceForm.tsx'
import { MoveDevices } from './MoveDevices.tsx'
import { ReplaceDevice } from './ReplaceDevice.tsx'
import { RetireDevice } from './RetireDevice.tsx'
import { lazily } from '../../kit/lazily.tsx'

const DeviceTypes = lazily(async () => (await import('./DeviceTypes.tsx')).DeviceTypes)

export type Request =
  | { kind: 'add'; psId?: string }
  | { kind: 'edit' | 'retire' | 'restore' | 'replace'; device: ChosenDevice }
  | { kind: 'move'; devices: readonly DeviceRow[] }
  | { kind: 'types' }

type DeviceDialogsProps = {
  request: Request
  open: boolean
  onClose: () => void
  /** Receives a new device that is to be shown. */
  onDone: (device?: Device) => void
}

/** The dialogs opened from the list or from a device's detail. */
export function DeviceDialogs({ request, onDone, ...rest }: DeviceDialogsProps) {
  switch (request.kind) {
    case 'add':
      return <DeviceForm {...rest} psId={request.psId} onSaved={onDone} />
    case 'edit':
      return <DeviceForm {...rest} {...request.device} />
    case 'move':
      return <MoveDevices {...rest} devices={request.devices} onMoved={() => onDone()} />
    case 'replace':
      return <ReplaceDevice {...rest} {...request.device} onSaved={onDone} />
    case 'retire':
    case 'restore':
      return <RetireDevice {...rest} {...request.device} />
    case 'types':
      return <DeviceTypes {...rest} />
  }
}
