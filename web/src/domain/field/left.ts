import type { Received } from '@heliodesk/contract/call.ts'
import { flowStatuses, otherStatuses, workHoursOf } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { inOrder, type Book, type Row } from '../../lib/outbox/book.ts'
import { useSession } from '../../lib/session.ts'
import { actOf, type Act } from './acts.ts'

type OrderDetail = Received<typeof workOrderCalls.detail>

/** A photo that is on this device; `key` is that of the row that will announce it, null once it is announced. */
export type HerePhoto = {
  key: string | null
  id: string
  stepNo: number
  size: number
  /** Null of a photo. */
  film: OrderDetail['awaitedPhotoList'][number]['film']
  /** The server did not take it. */
  isRefused: boolean
}

/** An order as this person left it: what the server said, and over it what waits on this device. */
export type LeftOrder = {
  order: OrderDetail
  /** The steps that something waits for. */
  waiting: ReadonlySet<number>
  photos: readonly HerePhoto[]
  /** Photos of its steps that are on other phones. */
  elsewhere: OrderDetail['awaitedPhotoList']
  isSubmitted: boolean
}

/** Applies what waits for this order, the oldest first. What was refused has no effect. */
export function asLeft(known: OrderDetail, book: Book): LeftOrder {
  const rows = inOrder(book).filter(({ lane, refusal }) => lane === known.id && !refusal)
  const order = rows.reduce(withAct, known)
  const announcing = new Map(rows.map(({ photo, key }) => [photo, key]))
  const awaited = order.awaitedPhotoList.filter(({ part }) => part === 'step' || part === 'film')
  return {
    order,
    waiting: new Set(rows.flatMap((row) => stepOf(actOf(row)) ?? [])),
    photos: awaited
      .filter(({ id }) => book.photos.has(id) || announcing.has(id))
      .map(({ id, stepNo, size, state, film }) => ({
        key: announcing.get(id) ?? null,
        id,
        stepNo,
        size,
        film,
        isRefused: state === 'refused',
      })),
    elsewhere: awaited.filter(({ id }) => !book.photos.has(id) && !announcing.has(id)),
    isSubmitted: rows.some(({ kind }) => kind === 'submit'),
  }
}

const stepOf = (done: Act | null): number | null =>
  done?.act === 'step' || done?.act === 'photo' ? done.given.stepNo : null

/** The order after an act; applying one twice is the same as once. */
export function withAct(order: OrderDetail, row: Row): OrderDetail {
  const done = actOf(row)
  const at = wireTimeOf(row.at)
  switch (done?.act) {
    case 'start':
      return { ...order, otherSts: otherStatuses.inExecution, workStartTime: order.workStartTime ?? at }
    case 'step': {
      const { stepNo, name, done: isDone, value, note } = done.given
      return {
        ...order,
        stepList: order.stepList.map((step, place) =>
          place + 1 === stepNo && step.name === name
            ? { ...step, done: isDone, value, note, doneAt: isDone ? (step.doneAt ?? at) : null }
            : step,
        ),
      }
    }
    case 'prerequisite': {
      const { no, name, met } = done.given
      return {
        ...order,
        prerequisiteList: order.prerequisiteList.map((each, place) =>
          place + 1 === no && each.name === name ? { ...each, met } : each,
        ),
      }
    }
    case 'hours':
      return { ...order, workHoursList: once(order.workHoursList, hoursRow(row.key, done.given)) }
    case 'note':
      return { ...order, executionNote: done.given.executionNote ?? '' }
    case 'photo':
      return { ...order, awaitedPhotoList: once(order.awaitedPhotoList, awaitedPhoto(done.given, at)) }
    case 'signature':
      return { ...order, signatureList: once(order.signatureList, signatureOf(done.given.signature, at)) }
    case 'submit':
      return {
        ...order,
        flowSts: 3,
        flowStsName: flowStatuses[3],
        otherSts: otherStatuses.submitted,
        submitTime: at,
      }
    default:
      return order
  }
}

const once = <T extends { id: string }>(list: readonly T[], item: T): T[] =>
  list.some(({ id }) => id === item.id) ? [...list] : [...list, item]

type Given<A extends Act['act']> = Extract<Act, { act: A }>['given']

function hoursRow(id: string, given: Given<'hours'>): OrderDetail['workHoursList'][number] {
  const peopleNum = Number(given.peopleNum)
  const [start, end] = [Date.parse(given.actualStartTime), Date.parse(given.actualEndTime)]
  const workHours = workHoursOf(start, end, peopleNum)
  return { ...given, id, peopleNum, remark: given.remark ?? '', workHours }
}

function signatureOf(
  {
    id,
    role,
    name,
    title = '',
    strokes = '',
    latitude = null,
    longitude = null,
  }: Given<'signature'>['signature'],
  doneTime: string,
): OrderDetail['signatureList'][number] {
  const authorName = useSession.getState().user?.realname ?? ''
  return { id, role, name, title, strokes, doneTime, latitude, longitude, authorName, marks: [] }
}

function awaitedPhoto(
  { stepNo, part, photo: { id, name, size, film } }: Given<'photo'>,
  since: string,
): OrderDetail['awaitedPhotoList'][number] {
  const { user } = useSession.getState()
  return {
    id,
    stepNo,
    part,
    film: film
      ? {
          seconds: film.seconds ?? null,
          poster: film.poster ? `data:image/jpeg;base64,${film.poster}` : null,
        }
      : null,
    name,
    size,
    received: 0,
    state: 'waiting',
    reason: '',
    holdsUp: true,
    holderId: user?.id ?? '',
    holderName: user?.realname ?? '',
    since,
  }
}
