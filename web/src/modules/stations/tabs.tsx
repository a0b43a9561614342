import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { ComponentType } from 'react'
import { DetailSkeleton } from '../../kit/RecordDrawer.tsx'
import { BasicTab } from './BasicTab.tsx'
import type { KnownStation } from './station.ts'
import { lazily } from '../../kit/lazily.tsx'

export type StationTab = {
  /** The value of `tab` in the address. */
  key: string
  title: string
  /** Shown only to users with this permission. */
  right?: PermissionCode
  Panel: ComponentType<{ station: KnownStation }>
}

/** Loads a panel when it is opened. */
const panel = (load: () => Promise<StationTab['Panel']>) => lazily(load, () => <DetailSkeleton />)

/**
 * The tabs of a station's detail, in order. A module that shows something about a station adds its line here.
 */
export const stationTabs: readonly StationTab[] = [
  { key: 'basic', title: '基本信息', Panel: BasicTab },
  {
    key: 'devices',
    title: '设备',
    right: 'device:list',
    Panel: panel(async () => {
      const { DevicesTab } = await import('../../domain/devices/DevicesTab.tsx')
      return ({ station }) => <DevicesTab psId={station.psId} />
    }),
  },
  {
    key: 'documents',
    title: '文档',
    Panel: panel(async () => (await import('./DocumentsTab.tsx')).DocumentsTab),
  },
  {
    key: 'orders',
    title: '工单',
    right: 'order:list',
    Panel: panel(async () => (await import('./OrdersTab.tsx')).OrdersTab),
  },
  { key: 'plan', title: '计划', Panel: panel(async () => (await import('./PlanTab.tsx')).PlanTab) },
  {
    key: 'generation',
    title: '发电',
    Panel: panel(async () => (await import('./GenerationTab.tsx')).GenerationTab),
  },
  {
    key: 'history',
    title: '变更记录',
    Panel: panel(async () => (await import('./HistoryTab.tsx')).HistoryTab),
  },
]
