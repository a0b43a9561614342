import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { changeKept } from '../../lib/kept/read.ts'
import { go } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { inOrder, isDraft, type Book, type Row } from '../../lib/outbox/book.ts'
import { queryClient, queryOf, refreshWhatShows } from '../../lib/queries.ts'
import { actOf, intentOf } from './acts.ts'
import { useField } from './field-store.ts'

type Mine = Received<typeof fieldReportCalls.mine>
type Given = Omit<Sent<typeof fieldReportCalls.report>, 'report' | 'at' | 'skew'>

/** Lanes of orders have their ids, those of reports an id that was made here. */
export const isReport = (lane: string): boolean => lane.includes('-')

/** A report that the server has not taken yet, and how many photos wait with it. */
export type WaitingReport = { lane: string; row: Row; given: Given; photos: number }

/** The newest first. */
export const waitingReports = (book: Book): WaitingReport[] =>
  inOrder(book)
    .toReversed()
    .flatMap((row) => {
      const done = actOf(row)
      if (done?.act !== 'report') return []
      return [{ lane: row.lane, row, given: done.given, photos: photosOf(book, row.lane).length }]
    })

/** The photos of a report that the server does not know of yet, the oldest first. */
export const photosOf = (book: Book, lane: string): Row[] =>
  inOrder(book).filter((row) => row.lane === lane && row.photo !== null)

/** The reports with photos that nobody has sent. */
export const draftLanes = (book: Book): string[] => [
  ...new Set(inOrder(book).flatMap((row) => (isDraft(book, row) ? [row.lane] : []))),
]

/** Keeps a report; it replaces one with the same photos that was refused. */
export async function keepReport(lane: string, given: Given): Promise<void> {
  const { outbox, book } = useField.getState()
  if (!outbox) throw new Error('本机存储没有打开，请重新打开页面')
  const former = waitingReports(book).find((report) => report.lane === lane)
  const intent = intentOf(lane, { act: 'report', given })
  // What waits for it finds it by this key; a later one has a key of its own.
  await outbox.add(former ? intent : { ...intent, key: lane })
  if (former) await outbox.drop(former.row.key)
  useField.setState({ book: await outbox.book() })
}

/** Forgets a report that was not sent, or was refused, with its photos; false when it is too late. */
export async function dropReport(lane: string): Promise<boolean> {
  const { outbox, book } = useField.getState()
  if (!outbox) return false
  const report = waitingReports(book).find((each) => each.lane === lane)
  if (report?.row.tried && !report.row.refusal) return false
  // Without their report they would wait for ever, so they go first.
  for (const { key } of photosOf(book, lane)) await outbox.drop(key)
  const isDropped = report ? await outbox.drop(report.row.key) : true
  useField.setState({ book: await outbox.book() })
  return isDropped
}

/** The server has made an order of a report: its author sees the link at once, also if the signal is gone again. */
export function hearOfReport(row: Row, answer: unknown): void {
  const done = actOf(row)
  if (done?.act !== 'report') return
  const { orderId, workCode, marks, message } = answer as Received<typeof fieldReportCalls.report>
  notify({
    kind: marks.length > 0 ? 'warning' : 'success',
    title: '缺陷已受理',
    text: message,
    action: { text: '查看工单', run: () => go(paths.orders.to({ order: orderId })) },
    seconds: 15,
  })
  const taken: Mine[number] = {
    report: row.lane,
    text: done.given.text,
    psName: '',
    orderId,
    workCode,
    flowStsName: '待指派',
    isVisible: true,
    marks,
    reportTime: wireTimeOf(row.at),
  }
  void showTaken(taken).catch(reportError)
}

async function showTaken(taken: Mine[number]): Promise<void> {
  const withTaken = (known: Mine) =>
    known.some(({ report }) => report === taken.report) ? known : [taken, ...known]
  const { queryKey } = queryOf(fieldReportCalls.mine, {})
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Mine>(queryKey, (known) => known && withTaken(known))
  await changeKept(fieldReportCalls.mine, {}, withTaken)
  await refreshWhatShows(queryClient, ['order'])
}
