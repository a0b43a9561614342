import type { Received } from '@heliodesk/contract/call.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { lazy, type ComponentType } from 'react'
import { BasicTab } from './BasicTab.tsx'

type Station = Received<typeof stationCalls.detail>

export type StationTab = {
  /** The value of `tab` in the address. */
  key: string
  title: string
  /** Shown only to users with this permission. */
  right?: PermissionCode
  Panel: ComponentType<{ station: Station }>
}

/**
 * The tabs of a station's detail, in order. A module that shows something about a station adds its line here; the panel
 * is loaded when it is opened.
 */
export const stationTabs: readonly StationTab[] = [
  { key: 'basic', title: '基本信息', Panel: BasicTab },
  {
    key: 'devices',
    title: '设备',
    right: 'device:list',
    Panel: lazy(async () => {
      const { DevicesTab } = await import('../../domain/devices/DevicesTab.tsx')
      return { default: ({ station }: { station: Station }) => <DevicesTab psId={station.psId} /> }
    }),
  },
  {
    key: 'documents',
    title: '文档',
    Panel: lazy(() => import('./DocumentsTab.tsx').then((each) => ({ default: each.DocumentsTab }))),
  },
  {
    key: 'orders',
    title: '工单',
    right: 'order:list',
    Panel: lazy(() => import('./OrdersTab.tsx').then((each) => ({ default: each.OrdersTab }))),
  },
  {
    key: 'plan',
    title: '计划',
    Panel: lazy(() => import('./PlanTab.tsx').then((each) => ({ default: each.PlanTab }))),
  },
  {
    key: 'generation',
    title: '发电',
    Panel: lazy(() => import('./GenerationTab.tsx').then((each) => ({ default: each.GenerationTab }))),
  },
  {
    key: 'history',
    title: '变更记录',
    Panel: lazy(() => import('./HistoryTab.tsx').then((each) => ({ default: each.HistoryTab }))),
  },
]
