import { PIECE_BYTES, type fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import type { PhotoPart } from '@heliodesk/contract/order-photos.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import {
  DomainError,
  notFound,
  Refusal,
  type Ctx,
  type Intake,
  type UploadedFile,
} from '../../kernel/context.ts'
import { FileTooLarge } from '../../kernel/errors.ts'
import { intakeOf } from '../files/index.ts'

type Sent = Input<(typeof fieldPhotoCalls)['put']>

/** How a photo or film is uploaded when it is whole: as the upload of a screen. */
export const uploadOf = ({ part }: Pick<Photo, 'part'>) =>
  ({ purpose: part === 'film' ? 'film' : 'step', keepLocation: 1 }) as const

/** The bytes that the checks of an upload see first. */
const FIRST_BYTES = 65_536

/** A photo of the caller that was announced. */
const photoOf = ({ db, who }: Ctx, id: string) =>
  db
    .selectFrom('field_photo')
    .select(['id', 'order_id', 'step_no', 'name', 'size', 'sha256', 'state', 'received', 'broken'])
    .select(['latitude', 'longitude', 'reason', 'is_extra', 'poster', sql<PhotoPart>`part`.as('part')])
    .select(sql<string | null>`to_char(taken_time, 'YYYY-MM-DD HH24:MI:SS')`.as('takenTime'))
    .where('id', '=', id)
    .where('announced_by', '=', who.userId)

export const readPhoto = (ctx: Ctx, id: string) => photoOf(ctx, id).executeTakeFirstOrThrow(notFound)
export const lockPhoto = (ctx: Ctx, id: string) =>
  photoOf(ctx, id).forUpdate().executeTakeFirstOrThrow(notFound)

export type Photo = Awaited<ReturnType<typeof readPhoto>>

/** What a phone hears of a photo of which nothing more is wanted; null of any other. */
export function lastWordOn({ state, size, reason }: Photo): { bytes: number } | Refusal | null {
  if (state === 'arrived') return { bytes: size }
  return state === 'refused' ? refusedFor(reason, size) : null
}

export const refusedFor = (why: string, size: number): Refusal =>
  new Refusal('photo.refused', `照片没有收下：${why}`, { bytes: size })

/** What the checks found in a piece before its call's transaction. */
export type Piece = {
  /** The photo as it stood then: what was found holds only while it still does. */
  seen: Photo
  bytes: Buffer
  found:
    | { is: 'part' }
    | { is: 'whole'; file: UploadedFile }
    | { is: 'wrong' }
    | { is: 'refused'; why: string }
}

const pieces = new WeakMap<UploadedFile, Piece>()

export const pieceIn = (file: UploadedFile): Piece | undefined => pieces.get(file)

/**
 * Checks a piece before its call's transaction, as every upload is: the first one as the beginning of a photo, and with
 * the last one the whole photo.
 */
export async function pieceIntake(ctx: Ctx, { photoId, at }: Sent): Promise<Intake> {
  const seen = await readPhoto(ctx, photoId)
  const fits = lastWordOn(seen) === null && at <= seen.received
  const mayEnd = fits && at + PIECE_BYTES >= seen.size
  const checks = fits && (at === 0 || mayEnd) ? await intakeOf(ctx, uploadOf(seen)) : null
  return {
    maxBytes: PIECE_BYTES,
    async inspectIn(later, file) {
      const bytes = await buffer(await file.read())
      const isLast = mayEnd && at + bytes.length === seen.size
      const judge = async (): Promise<Piece['found']> => {
        if (!checks) return { is: 'part' }
        if (at === 0 && (bytes.length >= FIRST_BYTES || isLast))
          await checks.admit?.(bytes.subarray(0, FIRST_BYTES), seen.name)
        if (!isLast) return { is: 'part' }
        const fresh = bytes.subarray(seen.received - at)
        const whole = await file.complete(Readable.from(allOf(later, seen, fresh), { objectMode: false }), {
          name: seen.name,
          beside: new Map(seen.poster ? [['firstFrame', seen.poster]] : []),
        })
        if (!whole.sha256.equals(seen.sha256)) return { is: 'wrong' }
        return { is: 'whole', file: await examined(checks, whole) }
      }
      pieces.set(file, { seen, bytes, found: await judge().catch(faultOf) })
    },
  }
}

/** The pieces that are here, one at a time, and the last one. */
async function* allOf({ db }: Ctx, { id, received }: Photo, last: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < received;) {
    const piece = await db
      .selectFrom('field_photo_piece')
      .select('bytes')
      .where('photo_id', '=', id)
      .where('at', '=', at)
      .executeTakeFirst()
    // Another window began it again meanwhile.
    if (!piece) return
    yield piece.bytes
    at += piece.bytes.length
  }
  yield last
}

/** A whole photo or film in the storage, when it has passed the checks of an upload. */
async function examined(checks: Intake, file: UploadedFile): Promise<UploadedFile> {
  if (file.size > checks.maxBytes) throw new FileTooLarge('文件过大')
  const first = await buffer(await file.read({ start: 0, end: Math.min(FIRST_BYTES, file.size) - 1 }))
  await checks.admit?.(first, file.name)
  await checks.inspect?.(file)
  return file
}

/** What the same bytes would be refused for at every try. */
const FINAL = new Set([
  'file.empty',
  'file.program',
  'file.type',
  'file.disguised',
  'file.broken',
  'file.pixels',
])

function faultOf(error: unknown): Piece['found'] {
  const isFinal = error instanceof FileTooLarge || (error instanceof DomainError && FINAL.has(error.code))
  if (!isFinal) throw error
  return { is: 'refused', why: error.message }
}
