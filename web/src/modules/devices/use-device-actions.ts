import { paths } from '@heliodesk/contract/paths.ts'
import { ArrowLeftRight, Pencil, QrCode, Replace, RotateCcw, TriangleAlert, Unplug } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { useCan } from '../../lib/permission.tsx'
import type { ChosenDevice, Device, DeviceRow } from './device.ts'
import type { Request } from './DeviceDialogs.tsx'

type Steps = { onRequest: (request: Request) => void; onLabels: (ids: readonly string[]) => void }

type Changing = Extract<Request, { device: ChosenDevice }>['kind']

/** The user's actions on a device, the most likely first. */
export function useDeviceActions({ onRequest, onLabels }: Steps) {
  const navigate = useNavigate()
  const mayEdit = useCan('device:edit')
  const mayReport = useCan('order:create')
  return (device: DeviceRow, opened?: Device): RowAction[] => {
    const ask = (kind: Changing) =>
      onRequest({ kind, device: { known: device, asked: { code: device.code }, opened } })
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
      action('edit', '编辑', Pencil, () => ask('edit')),
      action('move', '移动', ArrowLeftRight, () => onRequest({ kind: 'move', devices: [device] }), {
        refusal: null,
      }),
      action('replace', '更换', Replace, () => ask('replace')),
      gone
        ? action('restore', '恢复在用', RotateCcw, () => ask('restore'), { refusal: null })
        : action('retire', '退役', Unplug, () => ask('retire'), { danger: true }),
    ]
    const label = action('label', '打印标签', QrCode, () => onLabels([device.id]), { refusal: null })
    return [...(mayReport ? [report] : []), label, ...(mayEdit ? changes : [])]
  }
}
