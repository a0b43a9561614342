import { own } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { siteTypes, stationCalls } from '@heliodesk/contract/stations.ts'
import { ClipboardList, Pencil, Power, PowerOff } from 'lucide-react'
import { Suspense, useId, type KeyboardEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { DetailSkeleton, RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { has, useGrants } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { isRetired, type Station, type StationDetail } from './station.ts'
import { StationState } from './station-list.tsx'
import { stationTabs, type StationTab } from './tabs.tsx'
import css from './stations.module.css'

type StationDetailDrawerProps = {
  id: string
  /** The station in the list behind, if it is there. */
  row: Station | null
  /** The tab in the address; an unknown one means the first. */
  tab: string | null
  open: boolean
  onTab: (tab: string) => void
  onClose: () => void
  /** Receives the station, or its id while it is still being read. */
  onEdit: (station: StationDetail | string) => void
  onSwitch: (station: StationDetail | string) => void
}

/** The detail of a station in tabs: master data, devices, generation and work orders. */
export function StationDetailDrawer(props: StationDetailDrawerProps) {
  const { id, row, tab, open, onTab, onClose, onEdit, onSwitch } = props
  const read = useCall(stationCalls.detail, { psId: id })
  const grants = useGrants()
  const panel = useId()
  const station = read.data?.psId === id ? read.data : null
  const tabs = stationTabs.filter(({ right }) => right === undefined || has(grants, right))
  const shown = tabs.find(({ key }) => key === tab) ?? tabs[0]!
  return (
    <RecordDrawer
      call={stationCalls.detail}
      id={id}
      open={open}
      onClose={onClose}
      noun="电站"
      read={read}
      record={station}
      row={row}
    >
      {(known, loaded) => ({
        top: (
          <>
            <span className="ell">{known.psaName}</span>
            <span className="tag ln">{siteTypes[known.siteType]}</span>
          </>
        ),
        title: (
          <>
            {known.psName}
            <span className="tag lg">
              <StationState station={known} />
            </span>
          </>
        ),
        actions: (
          <>
            <Button
              code="station:edit"
              icon={isRetired(known) ? Power : PowerOff}
              kind={isRetired(known) ? undefined : 'dng'}
              onClick={() => onSwitch(loaded ?? id)}
            >
              {isRetired(known) ? '恢复在维' : '退场'}
            </Button>
            <Button code="station:edit" icon={Pencil} onClick={() => onEdit(loaded ?? id)}>
              编辑
            </Button>
            {has(grants, 'order:list') && (
              <a className="btn pri" href={paths.orders.href({ psId: id })}>
                <ClipboardList className="i" aria-hidden />
                查看工单
              </a>
            )}
          </>
        ),
        under: <Tabs tabs={tabs} shown={shown} panel={panel} onTab={onTab} />,
        sections: (
          <div
            key={shown.key}
            id={panel}
            className={css.stationPanel}
            role="tabpanel"
            aria-labelledby={`${panel}-${shown.key}`}
          >
            <Suspense fallback={<DetailSkeleton />}>
              <shown.Panel station={known} />
            </Suspense>
          </div>
        ),
      })}
    </RecordDrawer>
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
