import { copyable } from '../../kit/CopyText.tsx'
import { DetailLayout, type DetailField } from '../../kit/DetailLayout.tsx'
import { formatCapacity } from '../../kit/format.ts'
import { MapSheet } from '../../kit/map/MapSheet.tsx'
import { useCan } from '../../lib/permission.tsx'
import {
  coordinatesOf,
  dcAcRatio,
  isRetired,
  placeOf,
  warrantyOf,
  yearsOnGrid,
  type KnownStation,
} from './station.ts'
import { StationOrders } from './StationOrders.tsx'
import css from './stations.module.css'

/** The master data, location and contacts of a station. */
export function BasicTab({ station }: { station: KnownStation }) {
  const seesOrders = useCan('order:list')
  const { psId, psName, province, latitude, longitude } = station
  return (
    <>
      <DetailLayout items={basicFacts(station)} />
      {isRetired(station) && <DetailLayout title="退场" items={retirementFacts(station)} />}
      <DetailLayout title="位置与联系" items={placeFacts(station)} />
      {latitude !== null && longitude !== null && (
        <div className={`sec ${css.placeMap}`}>
          <MapSheet
            label={`${psName}的位置`}
            still
            points={[{ key: psId, province, latitude, longitude }]}
            nameOf={() => psName}
            factsOf={() => []}
          />
        </div>
      )}
      {seesOrders && (
        <div className="sec">
          <StationOrders psId={psId} />
        </div>
      )}
    </>
  )
}

const basicFacts = (station: KnownStation): DetailField[] => [
  { label: '项目', value: station.psaName },
  { label: '归属部门', value: station.depName },
  { label: '业主', value: station.ownerName },
  { label: '装机容量', value: formatCapacity(station.capacityKwp) },
  { label: '交流容量', value: formatCapacity(station.acKw, 'kW') },
  { label: '容配比', value: dcAcRatio(station) },
  { label: '并网日期', value: station.gridDate },
  { label: '已运行', value: yearsOnGrid(station.gridDate) },
  { label: '质保截止', value: warrantyOf(station.warrantyEnd) },
  {
    label: '上网电价',
    value: typeof station.tariff === 'number' ? `${station.tariff} 元/kWh` : station.tariff,
  },
  { label: '外部编号', value: copyable(station.externalKey, '复制外部编号') },
  { label: '电站编号', value: copyable(station.psId, '复制电站编号') },
  { label: '建档时间', value: station.createTime?.slice(0, 16) },
]

const retirementFacts = ({ retiredOn, retireReason }: KnownStation): DetailField[] => [
  { label: '退场日期', value: retiredOn },
  { label: '退场原因', value: retireReason, span: 2 },
]

const placeFacts = (station: KnownStation): DetailField[] => [
  { label: '省市县', value: placeOf(station) },
  { label: '详细地址', value: station.address, span: 2 },
  { label: '经纬度', value: copyable(coordinatesOf(station), '复制经纬度') },
  { label: '联系人', value: station.contactName },
  {
    label: '联系电话',
    value: station.contactPhone && <a href={`tel:${station.contactPhone}`}>{station.contactPhone}</a>,
  },
]
