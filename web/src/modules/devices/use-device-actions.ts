import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ArrowLeftRight, Pencil, QrCode, Replace, RotateCcw, TriangleAlert, Unplug } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { useReadAgain } from '../../kit/use-seen.ts'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { useCan } from '../../lib/permission.tsx'
import type { Device, DeviceRow } from './device.ts'
import type { Request } from './DeviceDialogs.tsx'

type Steps = { onRequest: (request: Request) => void; onLabels: (ids: readonly string[]) => void }

type Changing = Extract<Request, { device: Device }>['kind']

/** The user's actions on a device, the most likely first. */
export function useDeviceActions({ onRequest, onLabels }: Steps) {
  const navigate = useNavigate()
  const mayEdit = useCan('device:edit')
  const mayReport = useCan('order:create')
  const readDevice = useReadAgain(deviceCalls.detail)
  // The list does not contain every field, and the form must start with the current version.
  const ask = async (kind: Changing, id: string) => {
    try {
      onRequest({ kind, device: await readDevice({ id }) })
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return (device: DeviceRow): RowAction[] => {
    const gone = device.status === '1' ? null : '设备已退役'
    const action = (
      key: string,
      title: string,
      icon: RowAction['icon'],
      run: () => void,
      rest: Partial<RowAction> = {},
    ): RowAction => ({ key, title, icon, refusal: gone, run, ...rest })
    const report = action('report', '报缺陷', TriangleAlert, () => {
      void navigate(paths.orders.to({ report: device.code }))
    })
    const changes = [
      action('edit', '编辑', Pencil, () => void ask('edit', device.id)),
      action('move', '移动', ArrowLeftRight, () => onRequest({ kind: 'move', devices: [device] }), {
        refusal: null,
      }),
      action('replace', '更换', Replace, () => void ask('replace', device.id)),
      gone
        ? action('restore', '恢复在用', RotateCcw, () => void ask('restore', device.id), { refusal: null })
        : action('retire', '退役', Unplug, () => void ask('retire', device.id), { danger: true }),
    ]
    const label = action('label', '打印标签', QrCode, () => onLabels([device.id]), { refusal: null })
    return [...(mayReport ? [report] : []), label, ...(mayEdit ? changes : [])]
  }
}
