import type { Received } from '@heliodesk/contract/call.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import { EMPTY, formatAmount, formatCapacity, formatDay, formatNumber } from '../../../kit/format.ts'
import { ZoneCells } from './ZoneCells.tsx'
import type { Zone } from './zone.ts'
import css from './cleaning.module.css'

type Actions = { onEdit: (zone: Zone) => void; onRemove: (zone: Zone) => void }
type ZoneTableProps = {
  zones: readonly Zone[]
  cap: Received<typeof cleaningCalls.cap>
  actions: Actions | null
}

const looks = { planned: '', done: 'ok', accepted: 'ok' } as const
const percent = (ratio: number | null) => (ratio === null ? EMPTY : `${formatNumber(ratio * 100, 1)} %`)

export function ZoneTable({ zones, cap, actions }: ZoneTableProps) {
  return (
    <>
      <p className="s13">
        已洗 <b>{formatCapacity(cap.coveredKwp)}</b> / {formatCapacity(cap.capacityKwp)}
        {cap.percent !== null && `（${formatNumber(cap.percent, 1)} %）`}
        <span className="t2">，未洗 {formatCapacity(cap.plannedKwp)}</span>
      </p>
      {zones.length === 0 ? (
        <p className="t3 s13">尚未登记清洗区域</p>
      ) : (
        <>
          <ZoneCells zones={zones} />
          <div className={css.boxed} tabIndex={0} role="region" aria-label="清洗区域">
            <table>
              <thead>
                <tr>
                  <th scope="col">区域</th>
                  <th scope="col">状态</th>
                  <th scope="col" className="num">
                    容量
                  </th>
                  <th scope="col">方式</th>
                  <th scope="col">清洗日期</th>
                  <th scope="col" className="num">
                    清洗前 SR
                  </th>
                  <th scope="col" className="num">
                    清洗后 SR
                  </th>
                  <th scope="col" className="num">
                    费用（元）
                  </th>
                  <th scope="col" className="num">
                    用水（t）
                  </th>
                  <th scope="col" className="num">
                    破损
                  </th>
                  {actions && <th scope="col">操作</th>}
                </tr>
              </thead>
              <tbody>
                {zones.map((zone) => (
                  <tr key={zone.id}>
                    <td>{zone.areaName}</td>
                    <td>
                      <span className={`tag ${looks[zone.state]}`}>{zone.stateName}</span>
                    </td>
                    <td className="num">{formatCapacity(zone.capacityKwp)}</td>
                    <td>{[zone.methodName, zone.contractor].filter(Boolean).join(' · ')}</td>
                    <td>{formatDay(zone.cleanedOn)}</td>
                    <td className="num">{percent(zone.srBefore)}</td>
                    <td className="num">{percent(zone.srAfter)}</td>
                    <td className="num">{formatAmount(zone.cost)}</td>
                    <td className="num">{zone.water === null ? EMPTY : formatNumber(zone.water, 1)}</td>
                    <td className="num">{formatNumber(zone.broken)}</td>
                    {actions && (
                      <td>
                        <IconButton
                          small
                          icon={Pencil}
                          label={`编辑 ${zone.areaName}`}
                          onClick={() => actions.onEdit(zone)}
                        />
                        <IconButton
                          small
                          icon={Trash2}
                          label={`删除 ${zone.areaName}`}
                          onClick={() => actions.onRemove(zone)}
                        />
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  )
}
