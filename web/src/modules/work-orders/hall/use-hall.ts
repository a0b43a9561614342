import type { Sent } from '@heliodesk/contract/call.ts'
import { orderHallCalls } from '@heliodesk/contract/order-hall.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callErrorOf, reportCallError } from '../../../lib/call-errors.ts'
import { send, type CallError } from '../../../lib/call.ts'
import { notify } from '../../../lib/notices.ts'
import { keyOf, useCommand } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { follow, missingIn, newcomers, whereTo, type HallList, type HallRow, type Mark } from './hall-rows.ts'

export type HallQuery = Omit<Sent<typeof orderHallCalls.page>, 'after' | 'size'>

/** How long a row says where it went before it leaves. */
const SAID_MS = 5000
/** What can still be saved shrinks with the day; an interval of the query would keep it from hearing of changes. */
const AGAIN_MS = 300_000
/** More are not asked for at a time. */
const MOST_MISSING = 100

type Marks = ReadonlyMap<string, Mark>

/** The orders to take, which others take meanwhile, and the taking of one. */
export function useHall(wanted: HallQuery, onOpen: (id: string) => void) {
  const userId = useSession(({ user }) => user?.id ?? '')
  const read = useInfiniteQuery({
    queryKey: keyOf(orderHallCalls.page, wanted, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      send(orderHallCalls.page, { ...wanted, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const pages = read.data?.pages.map(({ rows }) => rows) ?? []
  const [kept, setKept] = useState<HallList | null>(null)
  const [marks, setMarks] = useState<Marks>(new Map())
  const key = JSON.stringify(wanted)
  const list = read.data && !read.isPlaceholderData ? follow(kept, key, pages) : kept
  if (list !== kept) setKept(list)

  const readAgain = useEffectEvent(() => {
    if (!document.hidden) void read.refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => readAgain(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [])

  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  const unmark = (id: string) =>
    setMarks((before) => new Map([...before].filter(([marked]) => marked !== id)))
  const mark = (id: string, said: Mark) => setMarks((before) => new Map(before).set(id, said))
  const leave = (id: string, said: Mark) => {
    mark(id, said)
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setKept((now) => now && { ...now, rows: now.rows.filter((row) => row.id !== id) })
      unmark(id)
    }, SAID_MS)
    timers.current.add(timer)
  }

  const lookFor = useEffectEvent(async (ids: string[]) => {
    const answer = await send(orderHallCalls.taken, { ids }).catch((error: unknown) => {
      callErrorOf(error)
      return null
    })
    for (const id of answer ? ids : []) {
      const said = whereTo(
        answer?.find((each) => each.id === id),
        userId,
      )
      if (said) leave(id, said)
    }
  })
  const missing =
    list && read.data && !read.isPlaceholderData
      ? missingIn(pages, list)
          .filter((id) => !marks.has(id))
          .slice(0, MOST_MISSING)
          .join()
      : ''
  useEffect(() => {
    if (missing !== '') void lookFor(missing.split(','))
    // What was only pushed off the last page may be taken later: it is looked for with each reading.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [missing, read.dataUpdatedAt])

  const taking = useCommand(workOrderCalls.claim, { errors: 'own' })
  /** Answers at once; the server may say that somebody else was faster. */
  const claim = async ({ id, version, workCode }: HallRow) => {
    mark(id, { kind: 'own', text: '已由您负责' })
    try {
      await taking.mutateAsync({ id, version })
      leave(id, { kind: 'own', text: '已由您负责' })
      notify({
        kind: 'success',
        title: '已接单',
        text: `${workCode} 由你负责`,
        action: { text: '打开工单', run: () => onOpen(id) },
      })
    } catch (error) {
      unmark(id)
      const failure = callErrorOf(error)
      if (failure?.code === 'order.claim_refused') await lookFor([id])
      else if (failure) reportCallError(failure)
      void read.refetch()
    }
  }

  const waiting = list && !read.isPlaceholderData ? newcomers(list, pages) : []
  return {
    rows: list?.rows,
    marks,
    claim: (row: HallRow) => void claim(row),
    /** How many orders came since, and what shows them. */
    news: waiting.length,
    takeNews: () => setKept({ key, pages: pages.length, rows: pages.flat() }),
    more: read.hasNextPage ? () => void read.fetchNextPage() : null,
    readingMore: read.isFetchingNextPage,
    isOld: read.isPlaceholderData,
    error: read.error as CallError | null,
    again: () => void read.refetch(),
  }
}
