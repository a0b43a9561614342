import { siteTypes, stationCalls } from '@heliodesk/contract/stations.ts'
import { ClipboardList, Pencil, Power, PowerOff } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { formatNumber } from '../../kit/format.ts'
import { KeyValues, type KeyValue } from '../../kit/KeyValues.tsx'
import { ErrorCard, ErrorStrip } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { Devices } from './Devices.tsx'
import {
  coordinatesOf,
  dcAcRatio,
  isRetired,
  kwp,
  placeOf,
  yearsOnGrid,
  type StationDetail,
} from './station.ts'
import { StationState } from './station-list.tsx'
import { StationOrders } from './StationOrders.tsx'
import './stations.css'

type StationDetailDrawerProps = {
  id: string
  open: boolean
  onClose: () => void
  onEdit: (station: StationDetail) => void
  onSwitch: (station: StationDetail) => void
}

/** What a station is, what stands in it, and how much work there is. */
export function StationDetailDrawer({ id, open, onClose, onEdit, onSwitch }: StationDetailDrawerProps) {
  const read = useCall(stationCalls.detail, { psId: id })
  const seesOrders = useCan('order:list')
  const station = read.data?.psId === id ? read.data : null
  const late = useLate(station === null && read.error === null)
  const retry = () => void read.refetch()
  if (!station) {
    return (
      <DetailDrawer
        inAddress
        open={open}
        onClose={onClose}
        top={<span>电站</span>}
        title={read.error ? '电站没有打开' : '…'}
      >
        {read.error ? (
          <ErrorCard title="电站没有取到" error={read.error} onRetry={retry} />
        ) : (
          late && <DetailSkeleton />
        )}
      </DetailDrawer>
    )
  }
  const retired = isRetired(station)
  return (
    <DetailDrawer
      inAddress
      open={open}
      onClose={onClose}
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
          {seesOrders && (
            <a className="btn pri" href={`#/taskCenter?psId=${id}`}>
              <ClipboardList className="i" aria-hidden />
              查看工单
            </a>
          )}
        </>
      }
      aside={seesOrders && <StationOrders psId={id} />}
    >
      {read.error && <ErrorStrip title="电站没有更新" error={read.error} onRetry={retry} />}
      <KeyValues items={basicFacts(station)} />
      <KeyValues title="位置" items={placeFacts(station)} />
      <Devices psId={id} />
    </DetailDrawer>
  )
}

const basicFacts = (station: StationDetail): KeyValue[] => [
  { label: '项目', value: station.psaName },
  { label: '归属部门', value: station.depName },
  { label: '业主', value: station.ownerName },
  { label: '装机容量', value: kwp(station.capacityKwp) },
  { label: '交流容量', value: station.acKw === null ? null : `${formatNumber(station.acKw, 1)} kW` },
  { label: '容配比', value: dcAcRatio(station) },
  { label: '并网日期', value: station.gridDate },
  { label: '已运行', value: yearsOnGrid(station.gridDate) },
  { label: '上网电价', value: station.tariff === null ? null : `${station.tariff} 元/kWh` },
  { label: '外部编号', value: copyable(station.externalKey, '复制外部编号') },
]

const placeFacts = (station: StationDetail): KeyValue[] => [
  { label: '省市', value: placeOf(station) },
  { label: '经纬度', value: copyable(coordinatesOf(station), '复制经纬度'), span: 2 },
]

const copyable = (text: string | null, label: string) =>
  text && (
    <span className="copyable">
      {text}
      <CopyText text={text} label={label} />
    </span>
  )

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
