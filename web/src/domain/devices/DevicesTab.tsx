import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { FolderTree, HardDrive } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { Button } from '../../kit/Button.tsx'
import { Chip } from '../../kit/Chip.tsx'
import { formatNumber } from '../../kit/format.ts'
import { HeadRow } from '../../kit/HeadRow.tsx'
import { OnOff } from '../../kit/OnOff.tsx'
import { Pager } from '../../kit/page-table/Pager.tsx'
import { usePageInDrawer } from '../../kit/page-table/use-page-in-drawer.ts'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import css from './devices-tab.module.css'
import { lazily } from '../../kit/lazily.tsx'

const SpacesDrawer = lazily(async () => (await import('./SpacesDrawer.tsx')).SpacesDrawer)

/** The devices of a station, filtered by name, code and type; each links to its detail in the ledger. */
export function DevicesTab({ psId }: { psId: string }) {
  const seesDevices = useCan('device:list')
  if (!seesDevices) return <Empty title="无权查看设备台账" text="需要“查看设备台账”权限，请联系管理员" />
  return <StationDevices key={psId} psId={psId} />
}

function StationDevices({ psId }: { psId: string }) {
  const [word, setWord] = useState('')
  const [type, setType] = useState<string | null>(null)
  const { paging, onPaging, box } = usePageInDrawer()
  const { show, shown } = useOverlays({ spaces: (overlay) => <SpacesDrawer {...overlay} psId={psId} /> })
  const phone = usePhone()
  const keyword = useSettled(word.trim(), ASKING_DEBOUNCE_MS)
  const types = useCall(deviceCalls.types, { psId })
  const read = useCall(deviceCalls.page, {
    psId: [psId],
    status: '1',
    ...(keyword ? { keyword } : {}),
    ...(type ? { typeId: [type] } : {}),
    curPage: paging.curPage,
    size: paging.size,
  })
  const late = useLate(read.isPending)
  const present = (types.data ?? []).filter(({ deviceCount }) => deviceCount > 0)
  const rows = read.data?.pageList
  const retry = () => void read.refetch()
  const narrow = (change: () => void) => {
    change()
    onPaging({ curPage: 1 })
  }
  const chip = (value: string | null, title: string, count: number) => (
    <Chip key={title} chosen={type === value} onChoose={() => narrow(() => setType(value))}>
      {title}
      <em>{formatNumber(count)}</em>
    </Chip>
  )
  return (
    <section className={`touch sec ${css.devicesTab}`} aria-label="设备">
      <div className={css.finder}>
        <SearchField
          label="查找设备"
          placeholder="名称、编码、序列号、型号"
          className={`fld ${css.fld}`}
          value={word}
          onChange={(typed) => narrow(() => setWord(typed))}
        />
        <span className={`touch-row mla acts ${css.acts}`}>
          <Button size="sm" icon={FolderTree} onClick={() => show('spaces')}>
            区域管理
          </Button>
          <a className="btn sm" href={paths.devices.href({ psId })}>
            <HardDrive className="i" aria-hidden />
            在台账中管理
          </a>
        </span>
      </div>
      {read.error && rows && <ErrorStrip title="设备没有更新" error={read.error} onRetry={retry} />}
      {present.length > 1 && (
        <div className={css.types} role="group" aria-label="设备类型">
          {chip(
            null,
            '全部',
            present.reduce((sum, { deviceCount }) => sum + deviceCount, 0),
          )}
          {present.map(({ id, name, deviceCount }) => chip(id, name, deviceCount))}
        </div>
      )}
      {rows && rows.length > 0 && (
        <>
          <div ref={box} className={css.deviceRows} tabIndex={0} role="region" aria-label="设备清单">
            <table>
              <HeadRow titles={['设备名称', '类型', '区域', '型号', '状态']} />
              <tbody>
                {rows.map((device) => (
                  <tr key={device.id}>
                    <td>
                      <a href={paths.devices.href({ device: device.code })}>{device.name}</a>
                    </td>
                    <td className="t2">{device.typeName}</td>
                    <td className="t2">{device.spacePath}</td>
                    <td className="t2">{device.model}</td>
                    <td>
                      <OnOff on={device.status === '1'} text={device.statusName} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager
            total={read.data?.rowCount ?? rows.length}
            paging={paging}
            onChange={onPaging}
            phone={phone}
          />
        </>
      )}
      {rows?.length === 0 &&
        (keyword || type ? (
          <NoMatch
            title="没有符合条件的设备"
            text={keyword && `“${keyword}”`}
            onClear={() =>
              narrow(() => {
                setWord('')
                setType(null)
              })
            }
          />
        ) : (
          <Empty title="还没有设备" text="这座电站尚未登记设备，可在设备台账中新增或用文件导入" />
        ))}
      {!rows && read.error && <ErrorCard title="设备没有取到" error={read.error} onRetry={retry} />}
      {late && <i className="sk" style={{ height: 160 }} role="status" aria-label="正在加载" />}
      {shown}
    </section>
  )
}
