import { paths } from '@heliodesk/contract/paths.ts'
import { workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import { Plus, RotateCw } from 'lucide-react'
import { formatDate, formatNumber } from '../../../kit/format.ts'
import { useGreeting } from '../../../kit/greeting.ts'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { ErrorStrip } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useCan, useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { useOpenedOrder } from '../use-opened-order.tsx'
import { MentionsCard } from '../comments/MentionsCard.tsx'
import { DayCard } from './DayCard.tsx'
import { PortalStrip } from './PortalStrip.tsx'
import { QueueCard } from './QueueCard.tsx'
import { stepOf, type QueueRow } from './portal.ts'
import { TeamCard } from './TeamCard.tsx'
import { WeekCard } from './WeekCard.tsx'
import css from './portal.module.css'

const whose = { me: '我', team: '班组' } as const

/** 工作门户: the day of the user, or of the team: what waits, what to do next and why, and how much was done. */
export function PortalPage() {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const team = query.get('team') === '1'
  const statistics = useCall(workPortalCalls.statistics, { team })
  const queue = useCall(workPortalCalls.queue, { team })
  const ranking = useCall(workPortalCalls.ranking, {})
  const rows = queue.data?.rows ?? []
  const opened = useOpenedOrder({
    neighboursOf: (id) => {
      const index = rows.findIndex((row) => row.id === id)
      if (index < 0) return null
      const [previous, next] = [rows[index - 1]?.id ?? null, rows[index + 1]?.id ?? null]
      return { place: index + 1, total: rows.length, previous, next }
    },
  })
  const act = ({ id, action }: QueueRow) => {
    const step = stepOf[action]
    if (step === null) opened.open(id)
    else opened.start(id, step)
  }
  const refresh = () => {
    for (const each of [statistics, queue, ranking]) void each.refetch()
  }
  const name = useSession(({ user }) => user?.realname ?? '')
  const greeting = useGreeting()
  const at = statistics.data?.at
  const [comments, creates, lists] = [
    useCan('order:list'),
    useCan('order:create'),
    useGrants(({ pages }) => pages.includes(paths.orders.path)),
  ]

  return (
    <div className={css.portal}>
      <PageHead
        title={at ? `${greeting}，${name}` : '工作门户'}
        facts={
          at &&
          [formatDate(at), queue.data && factsOf(queue.data.total, rows.length)].filter(Boolean).join(' · ')
        }
        actions={
          <>
            {at && (
              <button type="button" className={css.updated} onClick={refresh} title="立即更新">
                {at.slice(11, 16)} 更新
                <RotateCw className="i s" aria-hidden />
              </button>
            )}
            <Segments
              label="看谁的"
              choices={whose}
              value={team ? 'team' : 'me'}
              onChange={(chosen) => change({ team: chosen === 'team' ? '1' : null })}
            />
            {creates && lists && (
              <a className="btn" href={paths.orders.href({ act: 'add' })}>
                <Plus className="i" aria-hidden />
                新建工单
              </a>
            )}
          </>
        }
      />
      {statistics.error && (
        <ErrorStrip title="统计没有取到" error={statistics.error} onRetry={() => void statistics.refetch()} />
      )}
      {(statistics.data || !statistics.error) && <PortalStrip statistics={statistics.data} team={team} />}
      {!phone && statistics.data && <DayCard statistics={statistics.data} onOpen={opened.open} />}
      <div className={css.cards}>
        <QueueCard reading={queue} team={team} onOpen={opened.open} onAct={act} />
        <div className={css.side}>
          {phone && statistics.data && <DayCard statistics={statistics.data} onOpen={opened.open} />}
          {statistics.data && <WeekCard week={statistics.data.week} today={statistics.data.at} team={team} />}
          {comments && <MentionsCard onOpen={opened.openAt} />}
          <TeamCard reading={ranking} />
        </div>
      </div>
      {opened.shown}
    </div>
  )
}

const factsOf = (total: number, shown: number) =>
  total === 0 ? '没有待办' : `${formatNumber(total)} 项待处理${total > shown ? `，先做这 ${shown} 项` : ''}`
