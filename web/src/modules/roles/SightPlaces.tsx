import { columnEffects, dataColumns } from '@heliodesk/contract/data-columns.ts'
import { stationReasons } from '@heliodesk/contract/insight.ts'
import { Clock, EyeOff, Folder, Sun } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import type { Sight } from './access-words.ts'
import css from './sight.module.css'

type Place = Sight['places'][number]

/** Characters of an org code per level. */
const SEGMENT = 3

/** 能看哪些电站: by department, with counts, capacity and why. */
export function SightPlaces({ sight }: { sight: Sight }) {
  const { places, counts, person } = sight
  const top = Math.min(...places.map(({ orgCode }) => orgCode.length))
  return (
    <section className={css.panel} aria-labelledby="sight-places">
      <header>
        <h3 id="sight-places">能看哪些电站</h3>
        <span className="t3 s12">
          {formatNumber(counts.stations)} / {formatNumber(counts.allStations)} 座
        </span>
      </header>
      <div className={css.scroll} role="region" aria-label="各部门的电站" tabIndex={0}>
        <ul>
          {places.map((place) => (
            <PlaceRow key={place.depId} place={place} depth={(place.orgCode.length - top) / SEGMENT} />
          ))}
          {places.length === 0 && <li className={css.none}>没有电站</li>}
        </ul>
      </div>
      {person.delegations.length > 0 && (
        <p className={css.foot}>
          <Clock className="i s" aria-hidden />
          {person.delegations
            .map(
              ({ from, endTime, reason }) =>
                `代${from}办理流程${reason && `，理由“${reason}”`}，${endTime.slice(5, 16)} 到期收回`,
            )
            .join('；')}
        </p>
      )}
    </section>
  )
}

function PlaceRow({ place, depth }: { place: Place; depth: number }) {
  const { depName, orgCode, seen, all, megawatts, why, stations, more } = place
  const Icon = seen > 0 ? Folder : EyeOff
  return (
    <li>
      <div className={css.place} style={{ paddingLeft: 12 + depth * 16 }}>
        <Icon className="i s t3" aria-hidden />
        <b className={seen > 0 ? undefined : 't3'}>{depName}</b>
        <span className="tag">{orgCode}</span>
        {why !== 'department' && (seen > 0 || why === 'cut') && (
          <span className="t3 s12">{stationReasons[why]}</span>
        )}
        <span className="t3 s12 mla">
          {seen === all ? formatNumber(all) : `${formatNumber(seen)} / ${formatNumber(all)}`} 座
          {seen > 0 && `，${formatNumber(megawatts)} MW`}
        </span>
      </div>
      {stations.length > 0 && seen > 0 && (
        <ul>
          {stations.map(({ psId, psName, megawatts: size, why: reason }) => (
            <li key={psId} className={css.place} style={{ paddingLeft: 28 + depth * 16 }}>
              {reason === 'cut' || reason === 'outside' ? (
                <EyeOff className="i s t3" aria-label="看不到" />
              ) : (
                <Sun className="i s t3" aria-hidden />
              )}
              <span>{psName}</span>
              {reason !== 'department' && reason !== 'all' && (
                <span className="t3 s12">{stationReasons[reason]}</span>
              )}
              <span className="t3 s12 mla">{size === null ? '' : `${formatNumber(size)} MW`}</span>
            </li>
          ))}
          {more > 0 && (
            <li className="t3 s12" style={{ paddingLeft: 50 + depth * 16 }}>
              另 {formatNumber(more)} 座
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** 看不到的列: and the data roles that hide them. */
export const UnseenFields = ({ sight: { columns, mostExportRows } }: { sight: Sight }) => (
  <section className={css.panel} aria-labelledby="sight-columns">
    <header>
      <h3 id="sight-columns">看不到的列 {columns.length}</h3>
    </header>
    <dl className={css.columns}>
      {columns.map(({ column, effect, dataRoles }) => (
        <div key={column}>
          <dt>{dataColumns[column].title}</dt>
          <dd className="t2">
            {columnEffects[effect]}，因数据角色 {dataRoles.join('、')}
          </dd>
        </div>
      ))}
      {columns.length === 0 && <div className="t3">没有隐藏或遮住的列</div>}
      {mostExportRows !== null && (
        <div>
          <dt>导出</dt>
          <dd className="t2">每次最多 {formatNumber(mostExportRows)} 行</dd>
        </div>
      )}
    </dl>
  </section>
)
