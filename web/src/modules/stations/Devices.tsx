import type { Received } from '@heliodesk/contract/call.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { countTypes } from './device-types.ts'

type Device = Received<typeof stationCalls.devices>[number]

const DEBOUNCE_MS = 500
/** The server names no more at once. */
const MOST = 500

/** What stands in a station, found by name and type. */
export function Devices({ psId }: { psId: string }) {
  const [word, setWord] = useState('')
  const [type, setType] = useState<string | null>(null)
  const name = useSettled(word.trim(), DEBOUNCE_MS)
  const read = useCall(stationCalls.devices, { psId, ...(name ? { name } : {}) })
  const late = useLate(read.isPending)
  const devices = read.data
  const types = countTypes(devices ?? [])
  const chosen = types.some((each) => each.type === type) ? type : null
  const shown = (devices ?? []).filter(({ deviceType }) => chosen === null || deviceType === chosen)
  const retry = () => void read.refetch()
  const chip = (value: string | null, title: string, count: number) => (
    <button
      key={title}
      type="button"
      className={chosen === value ? 'chip on' : 'chip'}
      aria-pressed={chosen === value}
      onClick={() => setType(value)}
    >
      {title}
      <em>{formatNumber(count)}</em>
    </button>
  )
  return (
    <section className="sec devices" aria-label="设备">
      <h2>
        设备
        <label className="fld mla">
          <Search className="i s" aria-hidden />
          <input
            type="search"
            placeholder="设备名称"
            aria-label="查找设备"
            maxLength={64}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        </label>
      </h2>
      {read.error && devices && <ErrorStrip title="设备没有更新" error={read.error} onRetry={retry} />}
      {types.length > 1 && (
        <div className="types" role="group" aria-label="设备类型">
          {chip(null, '全部', devices?.length ?? 0)}
          {types.map(({ type: each, count }) => chip(each, each, count))}
        </div>
      )}
      {shown.length > 0 && <DeviceTable devices={shown} />}
      {devices?.length === MOST && <p className="t3 s12">只列出前 {MOST} 台，请按名称查找其余设备。</p>}
      {devices?.length === 0 &&
        (name ? (
          <NoMatch title="没有符合条件的设备" text={`“${name}”`} onClear={() => setWord('')} />
        ) : (
          <Empty title="还没有设备" text="这座电站尚未登记设备" />
        ))}
      {!devices && read.error && <ErrorCard title="设备没有取到" error={read.error} onRetry={retry} />}
      {late && <i className="sk" style={{ height: 160 }} role="status" aria-label="正在加载" />}
    </section>
  )
}

function DeviceTable({ devices }: { devices: readonly Device[] }) {
  return (
    <div className="device-rows" tabIndex={0} role="region" aria-label="设备清单">
      <table>
        <thead>
          <tr>
            <th scope="col">设备名称</th>
            <th scope="col">类型</th>
            <th scope="col">型号</th>
          </tr>
        </thead>
        <tbody>
          {devices.map(({ id, name, deviceType, model }) => (
            <tr key={id}>
              <td>{name}</td>
              <td className="t2">{deviceType}</td>
              <td className={model ? 't2' : 't3'}>{model ?? EMPTY}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
