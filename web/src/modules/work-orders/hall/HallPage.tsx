import { hallSorts, orderHallCalls, type HallSort } from '@heliodesk/contract/order-hall.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { LocateFixed, RotateCw } from 'lucide-react'
import { DepartmentSelect } from '../../../domain/DepartmentSelect.tsx'
import { StationSelect } from '../../../domain/StationSelect.tsx'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useLate } from '../../../kit/use-late.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useCan, useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { useOpenedOrder } from '../use-opened-order.tsx'
import { HallGroups } from './HallGroups.tsx'
import { HallList, HallSkeleton } from './HallList.tsx'
import { HallSide } from './HallSide.tsx'
import { typeGroups, typesIn, type TypeGroup } from './hall-rows.ts'
import { useHall } from './use-hall.ts'
import { askPosition, forgetPosition, usePosition } from './use-position.ts'
import css from './hall.module.css'

const sorts = Object.keys(hallSorts) as HallSort[]

/** Until the orders of each type are counted. */
const uncounted = { byType: [] }

/** 接单大厅: the orders in the data scope that wait for somebody to take them. */
export function HallPage() {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const { position, at, asking } = usePosition()
  const place = {
    ...(query.get('depCode') && { depCode: query.get('depCode')! }),
    ...(query.has('psId') && { psId: query.getAll('psId') }),
    ...position,
  }
  const asked = sorts.find((sort) => sort === query.get('sort')) ?? 'loss'
  const sort = asked === 'near' && !position ? 'loss' : asked
  const group = groupOf(query.get('types'), position !== null)
  const counts = useCall(orderHallCalls.count, place)
  const wanted = {
    ...place,
    sort,
    ...(group === 'nearby' && { nearby: true }),
    ...(group !== 'all' && group !== 'nearby' && { taskType: typesIn(group, counts.data ?? uncounted) }),
  }
  const opened = useOpenedOrder({
    neighboursOf: (id) => {
      const rows = hall.rows ?? []
      const index = rows.findIndex((row) => row.id === id)
      if (index < 0) return null
      const [previous, next] = [rows[index - 1]?.id ?? null, rows[index + 1]?.id ?? null]
      return { place: index + 1, total: rows.length, previous, next }
    },
  })
  const hall = useHall(wanted, opened.open)
  const refusal = useClaimRefusal()
  const isNarrowed = group !== 'all' || query.has('depCode') || query.has('psId')
  const clear = () => change({ types: null, depCode: null, psId: null })
  const late = useLate(hall.rows === undefined && hall.error === null)
  const sortBy = async (next: HallSort) => {
    if (next === 'near' && !position && !(await askPosition())) return
    change({ sort: next === 'loss' ? null : next })
  }
  const locate = (
    <Button
      icon={LocateFixed}
      busy={asking}
      size={phone ? undefined : 'sm'}
      kind="txt"
      onClick={() => (position ? forgetPosition() : void askPosition())}
    >
      {position ? `${at} 定位，清除` : '使用我的位置'}
    </Button>
  )

  return (
    <div className={css.hall}>
      <PageHead
        title="接单大厅"
        facts={counts.data && factsOf(counts.data)}
        actions={
          <Segments label="排序" choices={hallSorts} value={sort} onChange={(next) => void sortBy(next)} />
        }
      />
      <div className={css.filters}>
        <HallGroups
          counts={counts.data}
          value={group}
          onChange={(types) => change({ types: types === 'all' ? null : types })}
        />
        <div className={css.places}>
          {!phone && (
            <DepartmentSelect
              by="orgCode"
              label="部门"
              value={query.get('depCode') ?? undefined}
              onChange={(depCode) => change({ depCode: depCode ?? null })}
            />
          )}
          <StationSelect
            multiple
            label="电站"
            maintenanceStatus="1"
            value={query.getAll('psId')}
            onChange={(psId) => change({ psId })}
          />
          {locate}
        </div>
      </div>
      <div className={css.body}>
        <div className={css.main}>
          {hall.news > 0 && (
            <div className={css.news} role="status">
              <Button size="sm" icon={RotateCw} onClick={hall.takeNews}>
                {formatNumber(hall.news)} 条新单
              </Button>
            </div>
          )}
          {hall.error && hall.rows && (
            <ErrorStrip title="大厅没有更新" error={hall.error} onRetry={hall.again} />
          )}
          {hall.rows === undefined ? (
            hall.error ? (
              <ErrorCard title="大厅没有取到" error={hall.error} onRetry={hall.again} />
            ) : (
              late && <HallSkeleton />
            )
          ) : hall.rows.length === 0 ? (
            isNarrowed ? (
              <NoMatch title="没有符合的工单" text="换一个筛选，或查看全部待接的工单" onClear={clear} />
            ) : (
              <NothingWaits />
            )
          ) : (
            <HallList hall={hall} rows={hall.rows} refusal={refusal} onOpen={opened.open} phone={phone} />
          )}
        </div>
        {!phone && <HallSide counts={counts.data} rows={hall.rows ?? []} at={position && at} />}
      </div>
      {!phone && (
        <p className={css.note}>
          今日可挽回 = 每小时损失 × 从到场到日落；没有位置时从现在算起。路程按直线距离估算：前 5 km 每小时 20
          km，其余 68 km。两人同时接一单，先到者得，后到者会看到是谁接的。
        </p>
      )}
      {opened.shown}
    </div>
  )
}

type Group = TypeGroup | 'all' | 'nearby'

function groupOf(text: string | null, isPlaced: boolean): Group {
  if (text === 'nearby') return isPlaced ? 'nearby' : 'all'
  return text !== null && Object.hasOwn(typeGroups, text) ? (text as TypeGroup) : 'all'
}

const factsOf = ({ total, lossPower }: { total: number; lossPower: number }) =>
  total === 0
    ? '没有待接的工单'
    : `${formatNumber(total)} 单待接${lossPower > 0 ? `，每小时损失 ${formatNumber(lossPower, 1)} kWh` : ''}`

/** Why the user takes no order at all. */
function useClaimRefusal(): string | null {
  const [claims, executes] = [useCan('order:claim'), useCan('order:execute')]
  if (!claims) return '您没有“接单”权限，可由有权限的运维工程师接单'
  return executes ? null : '您没有“执行工单”权限，接单后无法作业；可由运维工程师接单，或在任务中心指派'
}

function NothingWaits() {
  const mayList = useGrants(({ pages }) => pages.includes(paths.orders.path))
  return (
    <Empty
      title="没有等待接单的工单"
      text="新单会自动出现在这里，不用刷新"
      action={
        mayList && (
          <a className="btn" href={paths.orders.href({ view: 'mine' })}>
            看我负责的
          </a>
        )
      }
    />
  )
}
