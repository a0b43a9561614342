import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { ClipboardList, Pencil, Power, PowerOff } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../kit/Button.tsx'
import { DetailTabs, TabPanel } from '../../kit/DetailTabs.tsx'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { useRecord } from '../../kit/use-record.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { isRetired, type ChosenStation, type Station, type StationDetail } from './station.ts'
import { stationHead } from './station-list.tsx'
import { stationTabs } from './tabs.tsx'
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
  onEdit: (station: ChosenStation) => void
  onSwitch: (station: ChosenStation) => void
}

/** The detail of a station in tabs: master data, devices, generation and work orders. */
export function StationDetailDrawer(props: StationDetailDrawerProps) {
  const { id, row, tab, open, onTab, onClose, onEdit, onSwitch } = props
  const station = useRecord(stationCalls.detail, 'psId', id)
  const grants = useGrants()
  const panel = useId()
  const tabs = stationTabs.filter(({ right }) => right === undefined || has(grants, right))
  const chosen = (known: Station, loaded: StationDetail | null): ChosenStation => ({
    known,
    asked: { psId: id },
    opened: loaded ?? undefined,
  })
  const shown = tabs.find(({ key }) => key === tab) ?? tabs[0]!
  return (
    <RecordDrawer {...station} open={open} onClose={onClose} noun="电站" row={row}>
      {(known, loaded) => ({
        ...stationHead(known),
        actions: (
          <>
            <Button
              code="station:edit"
              icon={isRetired(known) ? Power : PowerOff}
              kind={isRetired(known) ? undefined : 'dng'}
              onClick={() => onSwitch(chosen(known, loaded))}
            >
              {isRetired(known) ? '恢复在维' : '退场'}
            </Button>
            <Button code="station:edit" icon={Pencil} onClick={() => onEdit(chosen(known, loaded))}>
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
        under: <DetailTabs label="电站档案" tabs={tabs} shown={shown.key} panel={panel} onTab={onTab} />,
        sections: (
          <TabPanel id={panel} shown={shown.key} className={css.stationPanel}>
            <shown.Panel station={known} />
          </TabPanel>
        ),
      })}
    </RecordDrawer>
  )
}
