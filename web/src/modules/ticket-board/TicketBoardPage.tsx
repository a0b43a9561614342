import { paths } from '@heliodesk/contract/paths.ts'
import { ticketBoardCalls, type TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { Monitor, Plus, Signature } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { formatDate } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { DetailSkeleton } from '../../kit/RecordDrawer.tsx'
import { Empty, ErrorCard, ErrorStrip } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useLate } from '../../kit/use-late.ts'
import { useNow } from '../../kit/use-now.ts'
import { useCan, useGrants } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { Bays } from './Bays.tsx'
import { isOpen, isOutdated } from './board.ts'
import { Inside } from './Inside.tsx'
import { OpenTickets } from './OpenTickets.tsx'
import { StationChoice } from './StationChoice.tsx'
import { Today } from './Today.tsx'
import { fillScreen, Wall } from './Wall.tsx'
import css from './ticket-board.module.css'

/** 两票看板: what is open at a station today, what is isolated, which earths hang, and who is inside. */
export function TicketBoardPage() {
  const { query, change, leave } = useUrlQuery()
  const now = useNow()
  const asked = query.get('psId')
  const stations = useCall(ticketBoardCalls.stations, {}, { enabled: asked === null })
  const psId = asked ?? stations.data?.[0]?.psId
  const read = useCall(ticketBoardCalls.board, { psId: psId ?? '' }, { enabled: psId !== undefined })
  // Not the board of the station that was chosen before.
  const board = read.data?.psId === psId ? read.data : undefined
  const failed = asked === null && stations.error ? stations : read
  const retry = () => void failed.refetch()
  const late = useLate(board === undefined && failed.error === null)
  const isWall = query.get('wall') === '1'

  const refresh = useEffectEvent(() => void read.refetch())
  // Asked every minute until the answer is of now.
  const oldAt = board !== undefined && isOutdated(board, now) ? now : null
  useEffect(() => {
    if (oldAt !== null) refresh()
  }, [oldAt])

  const content = (
    <>
      {failed.error && board && <ErrorStrip title="看板没有更新" error={failed.error} onRetry={retry} />}
      {failed.error && !board && <ErrorCard title="看板没有取到" error={failed.error} onRetry={retry} />}
      {stations.data?.length === 0 && asked === null && (
        <Empty title="没有电站" text="您的数据范围内还没有电站" />
      )}
      {late && psId !== undefined && <DetailSkeleton />}
      {board && <Board board={board} now={now} isWall={isWall} />}
    </>
  )
  if (isWall)
    return (
      <Wall
        title={board ? `${board.psName} 两票看板` : '两票看板'}
        facts={board && `${formatDate(board.day)} ${now.slice(11, 16)} · ${factsOf(board)}`}
        onLeave={() => leave(['wall'])}
      >
        {content}
      </Wall>
    )
  return (
    <div className={css.page}>
      <PageHead
        title="两票看板"
        facts={board && `${formatDate(board.day)} · ${factsOf(board)}`}
        actions={
          <>
            <StationChoice
              value={board?.psId}
              shown={board}
              onChange={(chosen) => change({ psId: chosen ?? null })}
            />
            <Button
              icon={Monitor}
              onClick={() => {
                fillScreen()
                change({ wall: '1' }, { push: true })
              }}
            >
              投屏
            </Button>
          </>
        }
        main={board && <ToDo board={board} />}
      />
      {content}
    </div>
  )
}

function factsOf({ tickets, hanging, inside }: TicketBoard): string {
  const open = tickets.filter(isOpen).length
  return [
    open > 0 ? `${open} 张票开着` : '没有开着的票',
    hanging.length > 0 && `接地 ${hanging.length} 处`,
    inside.length > 0 && `${inside.length} 人在里面`,
  ]
    .filter(Boolean)
    .join('，')
}

type BoardProps = { board: TicketBoard; now: string; isWall: boolean }

function Board({ board, now, isWall }: BoardProps) {
  const isIdle = !board.tickets.some(isOpen) && board.hanging.length === 0
  return (
    <div className={css.board} data-wall={isWall ? '' : undefined}>
      {isIdle ? (
        <Empty
          title="今天没有开着的票"
          text={`${board.psName} 没有在办的工作票和操作票，没有挂着的接地`}
          action={!isWall && <NewTicket psId={board.psId} />}
        />
      ) : (
        <div className={css.parts}>
          <OpenTickets board={board} now={now} />
          <Bays board={board} />
          <Inside board={board} isWall={isWall} />
        </div>
      )}
      <Today board={board} now={now} />
    </div>
  )
}

/** To the ticket that waits for the user, or to all of them. */
function ToDo({ board: { tickets, psId } }: { board: TicketBoard }) {
  const mine = tickets.filter(({ isTodo }) => isTodo)
  const [first] = mine
  if (!first) return null
  return (
    <a
      className="btn pri"
      href={
        mine.length === 1
          ? paths.tickets.href({ ticket: first.id })
          : paths.tickets.href({ only: 'todo', psId })
      }
    >
      <Signature className="i" aria-hidden />
      {mine.length === 1 ? '去办理' : `去办理 ${mine.length} 张`}
    </a>
  )
}

function NewTicket({ psId }: { psId: string }) {
  const may = useCan('ticket:create')
  const lists = useGrants(({ pages }) => pages.includes(paths.tickets.path))
  if (!may || !lists) return null
  return (
    <a className="btn" href={paths.tickets.href({ act: 'add', psId })}>
      <Plus className="i" aria-hidden />
      开票
    </a>
  )
}
