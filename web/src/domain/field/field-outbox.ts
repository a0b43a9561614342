import type { Received } from '@heliodesk/contract/call.ts'
import { fieldInspectionCalls, inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { after } from '../../lib/after.ts'
import { keyOf } from '../../lib/kept/queue-key.ts'
import { changeKept } from '../../lib/kept/read.ts'
import { go } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import type { Book, Photo, Refusal, Row } from '../../lib/outbox/book.ts'
import { sendByCalls } from '../../lib/outbox/line.ts'
import { openOutbox } from '../../lib/outbox/outbox.ts'
import { carryByCalls } from '../../lib/outbox/photo-line.ts'
import type { Line } from '../../lib/outbox/sender.ts'
import type { Health } from '../../lib/outbox/store.ts'
import { queryClient, queryOf, refreshWhatShows } from '../../lib/queries.ts'
import type { User } from '../../lib/session.ts'
import { actOf, callOf, wordsOf } from './acts.ts'
import { dropFromField } from './do-in-field.ts'
import { NO_FIELD, useField } from './field-store.ts'
import { withAct } from './left.ts'
import { hearOfReport, isReport } from './reports.ts'
import { withSheetAct } from './sheet-left.ts'
import { ticketOfLane } from './ticket-acts.ts'
import { askingFirst, hearOfTicket } from './ticket-heard.ts'
import { noteWaiting } from './waiting.ts'

/** When the server is asked again for a key that it did not give. */
const KEY_AGAIN_MS = 30_000

/**
 * Opens the outbox of the signed-in person and sends from it, until the returned function is called. On a new device it
 * waits for the key that seals it.
 */
export function followField(user: User): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const run = async () => {
    const key = await waitForKey(`${user.tenantId}:${user.id}`, signal)
    if (!key) return
    const stop = await openField(user, key)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  }
  void run().catch(reportError)
  return () => ending.abort()
}

async function waitForKey(person: string, signal: AbortSignal): Promise<CryptoKey | null> {
  while (!signal.aborted) {
    const key = await keyOf(person).catch(() => null)
    if (key) return key
    useField.setState({ isReady: true })
    await after(KEY_AGAIN_MS)
  }
  return null
}

async function openField({ id, tenantId }: User, key: CryptoKey): Promise<() => void> {
  const windows = new BroadcastChannel(`field-${tenantId}-${id}`)
  let isOver = false
  const read = async () => {
    const book = await useField.getState().outbox?.book()
    if (!book || isOver) return
    useField.setState({ book })
    noteWaiting(id, book.rows.size + book.photos.size)
  }
  windows.addEventListener('message', () => void read())
  const outbox = await openOutbox({
    person: { tenantId, userId: id },
    key,
    line: { send: askingFirst(sendByCalls(id, callOf, hear)), ...counting(carryByCalls(id, hearOfPhoto)) },
    tell: (progress) => {
      if (isOver) return
      useField.setState({ progress })
      // A channel has no origin: it reaches this one's windows only.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      windows.postMessage(null)
      void read()
    },
  })
  useField.setState({ outbox, isReady: true })
  await read()
  if (outbox) tellOfLoss(outbox.health(), useField.getState().book)
  return () => {
    isOver = true
    outbox?.stop()
    windows.close()
    useField.setState(NO_FIELD)
  }
}

const counting = (line: Pick<Line, 'received' | 'put'>): Pick<Line, 'received' | 'put'> => {
  const note = ({ id }: Photo, bytes: number) => {
    useField.setState(({ carried }) => ({ carried: new Map(carried).set(id, bytes) }))
    return bytes
  }
  return {
    received: async (photo) => note(photo, await line.received(photo)),
    put: async (photo, at, bytes) => note(photo, await line.put(photo, at, bytes)),
  }
}

type Answer = { outcome: string; marks: readonly string[]; message: string }

/** What became of an act: the screens show the order as it is now, and the person hears what is not as they left it. */
function hear(row: Row, answer: unknown): void {
  const ticket = ticketOfLane(row.lane)
  if (ticket !== null) return inTurn(() => hearOfTicket(ticket, row, answer))
  const done = actOf(row)
  if (done?.act === 'report') return hearOfReport(row, answer)
  if (done?.act === 'handOver') void dropFromField(done.given.key)
  const { outcome, message } = answer as Answer
  showInTurn(row, outcome)
  if (done?.act === 'handOver') return told(row, 'success', message, wordsOf(row))
  if (done?.act !== 'reportPhoto' && (outcome === 'record' || outcome === 'both'))
    tellTogether({ row, message })
}

const told = ({ lane }: Row, kind: 'success' | 'warning', text: string, title: string) =>
  notify({ kind, title, text, action: toOrder(lane), seconds: 15 })

/** What comes so soon after another one is told with it. */
const TOGETHER_MS = 1000
type Told = { row: Row; message: string }
let toTell: Told[] = []

/** A day of work that has no effect any more is one notice for each order, not one for each act. */
function tellTogether(heard: Told): void {
  toTell.push(heard)
  if (toTell.length > 1) return
  void after(TOGETHER_MS).then(() => {
    const all = toTell
    toTell = []
    for (const lane of new Set(all.map(({ row }) => row.lane))) {
      const own = all.filter(({ row }) => row.lane === lane)
      const { row, message } = own[0]!
      told(row, 'warning', message, own.length === 1 ? wordsOf(row) : `${wordsOf(row)}等 ${own.length} 项`)
    }
    return undefined
  })
}

let shown = Promise.resolve()
let toShow = 0

/** One act after the other, since each changes what the one before it kept; what shows orders is read after the last. */
function inTurn(show: () => Promise<void>): void {
  shown = shown.then(show).catch(reportError)
}

function showInTurn(row: Row, outcome: string): void {
  toShow++
  shown = shown
    .then(() => (outcome === 'done' || outcome === 'same' ? showOnOrder(row) : undefined))
    .catch(reportError)
    .then(() => {
      toShow--
      if (toShow === 0) void refreshWhatShows(queryClient, ['order', 'inspectionSheet'])
      return undefined
    })
}

/** Until the order is read again, which may be after hours without a signal, it is what the server said and this. */
async function showOnOrder(row: Row): Promise<void> {
  const input = { id: row.lane }
  const { queryKey } = queryOf(workOrderCalls.detail, input)
  const change = (order: Received<typeof workOrderCalls.detail>) => withAct(order, row)
  // A read that was under way may not know of it, and would be the last for hours.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Received<typeof workOrderCalls.detail>>(
    queryKey,
    (order) => order && change(order),
  )
  await changeKept(workOrderCalls.detail, input, change)
  if (isOwn(fieldInspectionCalls, row.kind)) await showOnSheet(row)
}

/** The same of the sheet of an inspection. */
async function showOnSheet(row: Row): Promise<void> {
  const input = { orderId: row.lane }
  const { queryKey } = queryOf(inspectionSheetCalls.detail, input)
  type Sheet = Received<typeof inspectionSheetCalls.detail>
  const change = (sheet: Sheet): Sheet => sheet && withSheetAct(sheet, row)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Sheet>(queryKey, (sheet) => sheet && change(sheet))
  await changeKept(inspectionSheetCalls.detail, input, change)
}

function hearOfPhoto(photo: Photo, { message }: Refusal): void {
  notify({
    kind: 'error',
    title: '照片没有送达',
    text: message,
    action: isReport(photo.lane) ? toReports : toOrder(photo.lane),
    seconds: 15,
  })
}

const toReports = { text: '查看', run: () => go(paths.myReports.to({})) }

const toOrder = (order: string) => ({
  text: '查看工单',
  run: () => go(paths.orders.to({ order })),
})

/** What did not survive is said by name, never silently gone. */
function tellOfLoss({ unreadable }: Health, { photos }: Book): void {
  const lost = [...photos.values()].filter((photo) => photo.lost).length
  if (unreadable === 0 && lost === 0) return
  const parts = [
    ...(lost > 0 ? [`${lost} 张照片的内容已损坏`] : []),
    ...(unreadable > 0 ? ['有一段记录无法读取'] : []),
  ]
  notify({
    kind: 'error',
    title: '本机保存的内容有损坏',
    text: `${parts.join('，')}，请核对工单`,
    action: { text: '查看', run: () => go(paths.outbox.to({})) },
    seconds: Infinity,
  })
}
