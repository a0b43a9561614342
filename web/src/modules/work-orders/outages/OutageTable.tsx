import { inputSources } from '@heliodesk/contract/outages.ts'
import { CircleCheck, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import { formatAmount, formatMinute, formatNumber, formatTime } from '../../../kit/format.ts'
import type { Outage } from './outage.ts'
import css from './outages.module.css'

type Act = (outage: Outage) => void
type OutageTableProps = {
  rows: readonly Outage[]
  actions: { onClose: Act; onEdit: Act; onRemove: Act } | null
}

export const OutageTable = ({ rows, actions }: OutageTableProps) => (
  <div className={css.boxed} tabIndex={0} role="region" aria-label="停机记录">
    <table>
      <thead>
        <tr>
          <th scope="col">停机对象</th>
          <th scope="col">类别与责任方</th>
          <th scope="col">停机与恢复</th>
          <th scope="col" className="num">
            停运
          </th>
          <th scope="col" className="num">
            损失 kWh
          </th>
          <th scope="col" className="num">
            损失（元）
          </th>
          <th scope="col">计算方法</th>
          {actions && <th scope="col">操作</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td title={row.note || undefined}>{row.name}</td>
            <td className="nw">
              {row.categoryName}
              <br />
              <span className="t2">{row.partyName}</span>
            </td>
            <td className="nw">
              {formatTime(row.fromTime)}
              <br />
              {row.untilTime === null ? (
                <span className="tag err">停机中 {formatNumber(row.hours, 1)} h</span>
              ) : (
                formatTime(row.untilTime)
              )}
            </td>
            <td className="num nw">
              {formatNumber(row.capacityKwp * (row.share / 100), 1)} kWp
              {row.share < 100 && <small className="t3"> {formatNumber(row.share, 2)} %</small>}
            </td>
            <td className="num">{formatNumber(row.lostKwh, 1)}</td>
            <td className="num">{formatAmount(row.lostYuan)}</td>
            <td>
              <details>
                <summary>{row.methodName}</summary>
                <p className="t2 s12">{basisOf(row)}</p>
              </details>
            </td>
            {actions && (
              <td className="nw">
                {row.untilTime === null && (
                  <IconButton
                    small
                    icon={CircleCheck}
                    label={`恢复 ${row.name}`}
                    onClick={() => actions.onClose(row)}
                  />
                )}
                <IconButton
                  small
                  icon={Pencil}
                  label={`编辑 ${row.name}`}
                  onClick={() => actions.onEdit(row)}
                />
                <IconButton
                  small
                  icon={Trash2}
                  label={`删除 ${row.name}`}
                  onClick={() => actions.onRemove(row)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What the loss was calculated from, as a sentence. */
function basisOf({ inputs, method, calculatedTime }: Outage): string {
  const days = (['measured', 'plan', 'setting'] as const)
    .filter((source) => inputs.days[source] > 0)
    .map((source) => `${inputSources[source]} ${inputs.days[source]} 天`)
  return [
    `日照 ${formatNumber(inputs.daylightHours, 1)} h`,
    `辐照 ${formatNumber(inputs.irradiation, 2)} kWh/m²${days.length > 0 ? `（${days.join('，')}）` : ''}`,
    method !== 'reference' && `PR ${inputs.pr}（${inputSources[inputs.prSource]}）`,
    inputs.shortfallKwh !== null && `电站欠发 ${formatNumber(inputs.shortfallKwh, 1)} kWh`,
    inputs.peerYield !== null && `参照设备 ${formatNumber(inputs.peerYield, 2)} kWh/kW`,
    inputs.producedKwh > 0 && `仍发电 ${formatNumber(inputs.producedKwh, 1)} kWh`,
    inputs.sharedHours > 0 && `与其他停机重叠 ${formatNumber(inputs.sharedHours, 1)} h`,
    `电价 ${inputs.price} 元（${inputSources[inputs.priceSource]}）`,
    `${formatMinute(calculatedTime)} 计算`,
  ]
    .filter((each) => each !== false)
    .join(' · ')
}
