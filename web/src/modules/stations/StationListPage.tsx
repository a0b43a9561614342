import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { ClipboardList, Pencil, Plus, Power, PowerOff, ScanEye } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatCapacity, formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { SearchBar } from '../../kit/search-bar/SearchBar.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { patchQuery, type QueryPatch } from '../../kit/url-query.ts'
import { useAct } from '../../kit/use-act.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { useCan } from '../../lib/permission.tsx'
import { queryOf, useCall } from '../../lib/queries.ts'
import { isRetired, type ChosenStation, type Station } from './station.ts'
import { stationColumns, stationFilters, stationHead } from './station-list.tsx'
import { StationCard } from './StationCard.tsx'
import { StationDetailDrawer } from './StationDetailDrawer.tsx'
import { StationForm } from './StationForm.tsx'
import { SwitchStation } from './SwitchStation.tsx'
import { lazily } from '../../kit/lazily.tsx'

const Waiting = () => <i className="sk" role="status" aria-label="正在加载" />
const StationsMap = lazily(async () => (await import('./StationsMap.tsx')).StationsMap, Waiting)
const Projects = lazily(async () => (await import('./Projects.tsx')).Projects, Waiting)

const views = { list: '列表', map: '地图', projects: '项目' } as const
type View = keyof typeof views

const viewOf = (name: string | null): View => (name === 'map' || name === 'projects' ? name : 'list')

/** 电站档案: the stations in the user's data scope, as a list or on a map. */
export function StationListPage() {
  const address = useListAddress()
  const { query, base, change, leave } = address
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const view = viewOf(query.get('view'))
  const known = useCall(stationCalls.provinces, {}).data ?? []
  const filters = stationFilters(known, query.get('province'), query.get('importId'))
  const list = listQuery(filters, address)
  const { narrowing, paging } = list
  // On the map one goes to a province and back; the bar has the other filters.
  const { bar } =
    view === 'map'
      ? listQuery(
          filters.filter(({ name }) => name !== 'province'),
          address,
        )
      : list
  const { source, sum } = useStations({ ...narrowing, curPage: paging.curPage, size: paging.size })
  const mayEdit = useCan('station:edit')
  const seesOrders = useCan('order:list')
  const inspects = useCan('role:manage')
  const stationId = query.get('station')
  const [addingProject, setAddingProject] = useState(false)
  const { show, shown } = useOverlays({
    add: (overlay) => <StationForm {...overlay} onSaved={({ psId }) => openStation(psId)} />,
    edit: (overlay, station: ChosenStation) => <StationForm {...overlay} {...station} />,
    switch: (overlay, station: ChosenStation) => <SwitchStation {...overlay} {...station} />,
  })

  const hereWith = (patch: QueryPatch) => `${pathname}?${patchQuery(query, patch)}`
  const linkTo = useCallback((psId: string) => `${base}?station=${psId}`, [base])
  const columns = useMemo(() => stationColumns(linkTo), [linkTo])
  const table = { code: 'stations', name: '电站', columns, source }
  const add = () => show('add')
  useAct('add', mayEdit ? add : null)
  const first = (
    <Button code="station:edit" onClick={add}>
      新增电站
    </Button>
  )
  const openStation = (psId: string): void => change({ station: psId }, { push: true })
  const actionsOf = (station: Station): ListAction[] => {
    const { psId } = station
    const retired = isRetired(station)
    const chosen: ChosenStation = { known: station, asked: { psId } }
    const orders: ListAction = {
      key: 'orders',
      title: '查看工单',
      icon: ClipboardList,
      run: () => void navigate(paths.orders.to({ psId })),
    }
    const audience: ListAction = {
      key: 'audience',
      title: '谁能看到',
      icon: ScanEye,
      run: () => void navigate(paths.roles.to({ view: 'sees', station: psId })),
    }
    const changes: ListAction[] = [
      { key: 'edit', title: '编辑', icon: Pencil, run: () => show('edit', chosen) },
      {
        key: 'switch',
        title: retired ? '恢复在维' : '退场',
        icon: retired ? Power : PowerOff,
        danger: !retired,
        run: () => show('switch', chosen),
      },
    ]
    return [...(seesOrders ? [orders] : []), ...(mayEdit ? changes : []), ...(inspects ? [audience] : [])]
  }

  return (
    <div className="list-page">
      <PageHead
        title="电站档案"
        facts={view !== 'projects' && source.total !== null && `${formatNumber(source.total)} 座电站`}
        actions={
          <>
            <Segments
              label="查看方式"
              choices={views}
              value={view}
              onChange={(next) => change({ view: next === 'list' ? null : next, page: null })}
            />
            {view !== 'projects' && (
              <ExportButton
                wanted={{ kind: 'stations', query: narrowing }}
                name="电站档案"
                unit="座"
                conditions={list.text}
                total={source.total}
              />
            )}
          </>
        }
        main={
          <Button
            kind="pri"
            icon={Plus}
            code="station:edit"
            onClick={view === 'projects' ? () => setAddingProject(true) : add}
          >
            {view === 'projects' ? '新增项目' : '新增电站'}
          </Button>
        }
      />
      {view !== 'projects' && <SearchBar {...bar} tools={view === 'list' && <TableTools {...table} />} />}
      {view === 'projects' && <Projects adding={addingProject} onAdding={setAddingProject} />}
      {view === 'map' && (
        <StationsMap
          narrowing={narrowing}
          filtered={list.paged.filtered}
          links={{
            province: (province) => hereWith({ province, page: null }),
            station: (psId) => hereWith({ station: psId }),
            unplaced: `${base}?located=0`,
          }}
          onMove={(province) => change({ province, page: null })}
          onLeave={() => leave(['province'])}
          add={first}
        />
      )}
      {view === 'list' && (
        <PageTable
          {...table}
          rowKey={({ psId }) => psId}
          {...list.paged}
          onOpen={({ psId }) => openStation(psId)}
          head={stationHead}
          ahead={({ psId }) => queryOf(stationCalls.detail, { psId })}
          currentKey={stationId}
          rowActions={actionsOf}
          renderCard={(station, actions) => (
            <StationCard
              station={station}
              href={linkTo(station.psId)}
              onOpen={() => openStation(station.psId)}
              actions={actions}
            />
          )}
          note={sum && `合计 ${formatCapacity(sum.capacityKwp)}，交流 ${formatCapacity(sum.acKw, 'kW')}`}
          empty={{
            title: '还没有电站',
            text: '数据范围内的电站会出现在这里；也可以在“数据导入”中成批导入',
            action: first,
          }}
        />
      )}
      <WhileOpen of={stationId} keeps>
        {(id, open) => (
          <StationDetailDrawer
            id={id}
            row={source.rows?.find(({ psId }) => psId === id) ?? null}
            tab={query.get('tab')}
            open={open}
            onTab={(tab) => change({ tab })}
            onClose={() => leave(['station', 'tab'])}
            onEdit={(station) => show('edit', station)}
            onSwitch={(station) => show('switch', station)}
          />
        )}
      </WhileOpen>
      {shown}
    </div>
  )
}

function useStations(input: Parameters<typeof useCall<typeof stationCalls.page>>[1]) {
  const read = useCall(stationCalls.page, input)
  return {
    source: pageSource(stationCalls.page, input, read, read.data?.list, read.data?.total),
    sum: read.data?.sum,
  }
}
