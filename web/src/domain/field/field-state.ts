import { isDraft, type Book, type Row } from '../../lib/outbox/book.ts'
import type { Progress } from '../../lib/outbox/sender.ts'

export type FieldState = {
  look: 'ok' | 'proc' | 'undo' | 'err'
  /** 已同步 · 正在发送 3 · 等待信号 7 · 需要处理 1 */
  text: string
  count: number
}

/** Photos whose announcement is not among the rows any more are on their way by themselves. */
const waitingIn = (book: Book): number =>
  [...book.rows.values()].filter((row) => !row.refusal && !isDraft(book, row)).length +
  [...book.photos.values()].filter(({ announced, lost }) => announced && !lost).length

/**
 * The keys of the acts that are on their way to the master: they leave this device when they have arrived there. The frame
 * asks for them, which must not bring the calls of all acts along.
 */
export const handedOver = ({ rows }: Book): ReadonlySet<string> =>
  new Set(
    [...rows.values()]
      .filter(({ kind, refusal }) => kind === 'handOver' && !refusal)
      .map(({ body }) => (JSON.parse(body) as { key: string }).key),
  )

/** What only the person can decide about. */
function undecided(book: Book): number {
  const handed = handedOver(book)
  return (
    [...book.rows.values()].filter(({ key, refusal }) => refusal && !handed.has(key)).length +
    [...book.photos.values()].filter(({ lost }) => lost).length
  )
}

/** Where everything that this person did stands, in few words. */
export function fieldState(book: Book, { isSending, rests }: Progress, isOnline: boolean): FieldState {
  const asks = undecided(book)
  if (asks > 0) return { look: 'err', text: `需要处理 ${asks}`, count: asks }
  const count = waitingIn(book)
  if (count === 0) return { look: 'ok', text: '已同步', count }
  if (rests === 'device') return { look: 'err', text: `本机存储异常 ${count}`, count }
  if (rests === 'signedOut') return { look: 'undo', text: `等待登录 ${count}`, count }
  if (rests === 'tooOld') return { look: 'undo', text: `等待更新 ${count}`, count }
  if (rests === 'noAnswer' || !isOnline) return { look: 'undo', text: `等待信号 ${count}`, count }
  return { look: 'proc', text: isSending ? `正在发送 ${count}` : `等待发送 ${count}`, count }
}

/** Where one act stands. What was tried may have arrived. */
export function rowState(row: Row, { isSending }: Progress): { look: FieldState['look']; text: string } {
  if (row.refusal) return { look: 'err', text: '未被接受' }
  if (!row.tried) return { look: 'undo', text: '在本机' }
  return isSending ? { look: 'proc', text: '发送中' } : { look: 'undo', text: '等待重发' }
}
