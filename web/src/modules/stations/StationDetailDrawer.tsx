import { own } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { siteTypes, stationCalls } from '@heliodesk/contract/stations.ts'
import { ClipboardList, Pencil, Power, PowerOff } from 'lucide-react'
import { Suspense, useId, type KeyboardEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { ErrorStrip } from '../../kit/States.tsx'
import { useUnread } from '../../kit/use-unread.tsx'
import { has, useGrants } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { isRetired, type StationDetail } from './station.ts'
import { StationState } from './station-list.tsx'
import { stationTabs, type StationTab } from './tabs.tsx'
import css from './stations.module.css'

type StationDetailDrawerProps = {
  id: string
  /** The tab in the address; an unknown one means the first. */
  tab: string | null
  open: boolean
  onTab: (tab: string) => void
  onClose: () => void
  onEdit: (station: StationDetail) => void
  onSwitch: (station: StationDetail) => void
}

/** The detail of a station in tabs: master data, devices, generation and work orders. */
export function StationDetailDrawer(props: StationDetailDrawerProps) {
  const { id, tab, open, onTab, onClose, onEdit, onSwitch } = props
  const read = useCall(stationCalls.detail, { psId: id })
  const grants = useGrants()
  const panel = useId()
  const station = read.data?.psId === id ? read.data : null
  const unread = useUnread('电站', read, station !== null, <DetailSkeleton />)
  const retry = () => void read.refetch()
  const tabs = stationTabs.filter(({ right }) => right === undefined || has(grants, right))
  const shown = tabs.find(({ key }) => key === tab) ?? tabs[0]!
  const base = { inAddress: true, open, onClose }
  if (!station) return <DetailDrawer {...base} {...unread} top={<span>电站</span>} />
  const retired = isRetired(station)
  return (
    <DetailDrawer
      {...base}
      top={
        <>
          <span className="ell">{station.psaName}</span>
          <span className="tag ln">{siteTypes[station.siteType]}</span>
        </>
      }
      title={
        <>
          {station.psName}
          <span className="tag lg">
            <StationState station={station} />
          </span>
        </>
      }
      actions={
        <>
          <Button
            code="station:edit"
            icon={retired ? Power : PowerOff}
            kind={retired ? undefined : 'dng'}
            onClick={() => onSwitch(station)}
          >
            {retired ? '恢复在维' : '退场'}
          </Button>
          <Button code="station:edit" icon={Pencil} onClick={() => onEdit(station)}>
            编辑
          </Button>
          {has(grants, 'order:list') && (
            <a className="btn pri" href={paths.orders.href({ psId: id })}>
              <ClipboardList className="i" aria-hidden />
              查看工单
            </a>
          )}
        </>
      }
      under={<Tabs tabs={tabs} shown={shown} panel={panel} onTab={onTab} />}
    >
      {read.error && <ErrorStrip title="电站没有更新" error={read.error} onRetry={retry} />}
      <div
        key={shown.key}
        id={panel}
        className={css.stationPanel}
        role="tabpanel"
        aria-labelledby={`${panel}-${shown.key}`}
      >
        <Suspense fallback={<DetailSkeleton />}>
          <shown.Panel station={station} />
        </Suspense>
      </div>
    </DetailDrawer>
  )
}

type TabsProps = {
  tabs: readonly StationTab[]
  shown: StationTab
  panel: string
  onTab: (key: string) => void
}

/** Arrow keys move between tabs, as in every tab list. */
function Tabs({ tabs, shown, panel, onTab }: TabsProps) {
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const step = own({ ArrowRight: 1, ArrowLeft: -1 }, event.key)
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length]!
    onTab(next.key)
    document.getElementById(`${panel}-${next.key}`)?.focus()
  }
  return (
    <div className={`anch ${css.stationTabs}`} role="tablist" aria-label="电站档案" onKeyDown={turn}>
      {tabs.map(({ key, title }) => (
        <button
          key={key}
          id={`${panel}-${key}`}
          type="button"
          role="tab"
          className={key === shown.key ? 'on' : undefined}
          aria-selected={key === shown.key}
          aria-controls={panel}
          tabIndex={key === shown.key ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

function DetailSkeleton() {
  return (
    <div role="status" aria-label="正在加载">
      {[9, 3].map((facts) => (
        <div key={facts} className="sec">
          <i className="sk" style={{ width: 96, height: 14 }} />
          <div className="kv">
            {Array.from({ length: facts }, (_each, index) => (
              <i key={index} className="sk" style={{ width: `${60 + (index % 3) * 12}%`, margin: '6px 0' }} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
