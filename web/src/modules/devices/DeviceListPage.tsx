import { deviceSortFields } from '@heliodesk/contract/device-fields.ts'
import { deviceCalls, DEVICES_AT_ONCE } from '@heliodesk/contract/devices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { spaceCalls } from '@heliodesk/contract/spaces.ts'
import { ArrowLeftRight, FolderTree, QrCode, Upload } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { spaceChoices } from '../../domain/devices/space-choices.ts'
import { onlyStation } from '../../domain/org-tree/selection.ts'
import { Button } from '../../kit/Button.tsx'
import { BatchBar } from '../../kit/page-table/BatchBar.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { orderBy } from '../../kit/page-table/paging.ts'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import type { FilterValues } from '../../kit/search-bar/filters.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { useCan } from '../../lib/permission.tsx'
import { queryOf, useCall } from '../../lib/queries.ts'
import type { DeviceRow } from './device.ts'
import { deviceColumns, deviceFilters, deviceHead } from './device-list.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import type { Request } from './DeviceDialogs.tsx'
import { useDeviceActions } from './use-device-actions.ts'
import { lazily } from '../../kit/lazily.tsx'

const DeviceDialogs = lazily(async () => (await import('./DeviceDialogs.tsx')).DeviceDialogs)
const DeviceDetailDrawer = lazily(async () => (await import('./DeviceDetailDrawer.tsx')).DeviceDetailDrawer)
const LabelSheets = lazily(async () => (await import('./LabelSheets.tsx')).LabelSheets)

/** Separates the ids of the devices with open labels in the address. */
const BETWEEN = '.'

/** 设备台账: the devices of the stations in the user's data scope. */
export function DeviceListPage() {
  const address = useListAddress()
  const { query, base, change, leave } = address
  const navigate = useNavigate()
  const list = listQuery(useFilters(query), address)
  const { paging, text } = list
  const wanted = { ...list.narrowing, ...orderBy(paging.sort, deviceSortFields) }
  const source = useCountedPage(deviceCalls.page, wanted, { curPage: paging.curPage, size: paging.size })
  const mayEdit = useCan('device:edit')
  const mayKeepTypes = useCan('dict:manage')
  const mayImport = useCan('import:run')
  const { chosen, choice, bar } = useChoice<DeviceRow>({
    rows: source.rows,
    nameOf: ({ name }) => name,
    unit: '台',
    most: DEVICES_AT_ONCE,
  })
  const { show, shown } = useOverlays({
    dialog: (overlay, request: Request) => (
      <DeviceDialogs
        {...overlay}
        request={request}
        onDone={(device) => {
          choice.onClear()
          if (device) openDevice(device.code)
        }}
      />
    ),
  })
  const ask = (request: Request) => show('dialog', request)
  const code = query.get('device')
  const labels = query.get('labels')

  const linkTo = useCallback((each: string) => `${base}?device=${encodeURIComponent(each)}`, [base])
  const openDevice = (each: string): void => change({ device: each, tab: null }, { push: true })
  const showLabels = (ids: readonly string[]) => change({ labels: ids.join(BETWEEN) }, { push: true })
  const actionsOf = useDeviceActions({ onRequest: ask, onLabels: showLabels })
  const add = () => ask({ kind: 'add', psId: onlyStation(query.getAll('psId')) })
  const onSearch = (next: FilterValues) => list.bar.onSearch(withoutStrangeSpace(list.values, next))
  const columns = useMemo(() => deviceColumns(linkTo), [linkTo])

  return (
    <ListPage
      title="设备台账"
      unit="台设备"
      add={{ text: '新增设备', code: 'device:edit', run: add }}
      actions={
        <>
          {mayKeepTypes && (
            <Button icon={FolderTree} onClick={() => ask({ kind: 'types' })}>
              设备类型
            </Button>
          )}
          {mayImport && mayEdit && (
            <Button icon={Upload} onClick={() => void navigate(paths.dataImport.to({ kind: 'devices' }))}>
              导入
            </Button>
          )}
          <ExportButton
            wanted={{ kind: 'devices', query: wanted }}
            name="设备"
            unit="台"
            conditions={text}
            total={source.total}
          />
        </>
      }
      code="devices"
      name="设备"
      columns={columns}
      source={source}
      list={{ ...list, bar: { ...list.bar, onSearch } }}
      choice={{
        ...choice,
        bar: (
          <BatchBar {...bar}>
            <Button size="sm" icon={QrCode} onClick={() => showLabels(chosen.map(({ id }) => id))}>
              打印标签
            </Button>
            {mayEdit && (
              <Button size="sm" icon={ArrowLeftRight} onClick={() => ask({ kind: 'move', devices: chosen })}>
                移动
              </Button>
            )}
          </BatchBar>
        ),
      }}
      onOpen={(row) => openDevice(row.code)}
      head={deviceHead}
      ahead={(row) => {
        for (const part of [DeviceDetailDrawer, DeviceDialogs]) void part.prefetch()
        return queryOf(deviceCalls.detail, { code: row.code })
      }}
      currentKey={source.rows?.find((row) => row.code === code)?.id ?? null}
      rowActions={actionsOf}
      renderCard={(device, actions) => (
        <DeviceCard
          device={device}
          href={linkTo(device.code)}
          chosen={choice.isChosen(device)}
          onChoose={() => choice.onChoose([device], !choice.isChosen(device))}
          onOpen={() => openDevice(device.code)}
          actions={actions}
        />
      )}
      empty={{ title: '还没有设备', text: '数据范围内电站的设备会出现在这里；也可以用文件成批导入' }}
    >
      <WhileOpen of={code} keeps>
        {(shownCode, open) => (
          <DeviceDetailDrawer
            code={shownCode}
            row={source.rows?.find((row) => row.code === shownCode) ?? null}
            open={open}
            onClose={() => leave(['device', 'tab'])}
            onRequest={ask}
            onLabels={showLabels}
          />
        )}
      </WhileOpen>
      {shown}
      {labels && <LabelSheets ids={labels.split(BETWEEN)} base={base} onClose={() => leave(['labels'])} />}
    </ListPage>
  )
}

/** The filters, including the spaces of the station if exactly one is chosen. */
function useFilters(query: URLSearchParams) {
  const psId = onlyStation(query.getAll('psId'))
  const spaces = useCall(spaceCalls.tree, { psId: psId ?? '' }, { enabled: psId !== undefined })
  const known = psId && !spaces.isPlaceholderData ? spaceChoices(spaces.data ?? []) : []
  return deviceFilters(known, query.get('importId'))
}

/** Drops the chosen space when the station changes. */
const withoutStrangeSpace = (before: FilterValues, next: FilterValues): FilterValues =>
  before.psId?.join() === next.psId?.join() ? next : { ...next, spaceId: [] }
