import { BROKEN_TRIES, type fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { DomainError, Refusal, type Ctx, type Handler, type UploadedFile } from '../../kernel/context.ts'
import { announcing } from '../../kernel/changes.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { sql } from 'kysely'
import { addUpload } from '../files/index.ts'
import { placePhoto } from '../work-orders/index.ts'
import { lastWordOn, lockPhoto, pieceIn, refusedFor, uploadOf, type Photo } from './pieces.ts'

type Put = Handler<(typeof fieldPhotoCalls)['put'], Refusal>

export const putPiece: Put = async (ctx, { photoId, at }) => {
  const piece = ctx.file && pieceIn(ctx.file)
  if (!piece) throw new InvalidInput('参数有误：文件（file）：请选择文件')
  const { seen, bytes, found } = piece
  if (bytes.length === 0) throw new DomainError('file.empty', '禁止上传空文件!')
  const photo = await lockPhoto(ctx, photoId)
  const last = lastWordOn(photo)
  if (last) return last
  const end = at + bytes.length
  if (end > photo.size) throw new DomainError('photo.piece', `照片只有 ${photo.size} 字节，这一段超出了它`)
  // Another window was faster, or this one knew of less than there is: it goes on where the photo stands.
  const isOvertaken = seen.received !== photo.received || seen.broken !== photo.broken
  if (at > photo.received || end <= photo.received || isOvertaken) return { bytes: photo.received }
  switch (found.is) {
    case 'refused':
      return giveUp(ctx, photo, found.why)
    case 'wrong':
      return beginAgain(ctx, photo)
    case 'whole':
      await arrive(ctx, photo, found.file)
      return { bytes: photo.size }
    case 'part':
      await addPiece(ctx, photo, bytes.subarray(photo.received - at))
      return { bytes: end }
  }
}

async function addPiece(ctx: Ctx, { id, received, state }: Photo, bytes: Buffer): Promise<void> {
  await ctx.db.insertInto('field_photo_piece').values({ photo_id: id, at: received, bytes }).execute()
  // A phone that comes back after it was given up is waited for again.
  const isBack = state === 'undelivered'
  await change(ctx, id, {
    received: received + bytes.length,
    received_at: ctx.now,
    ...(isBack && { state: 'waiting', state_at: ctx.now }),
  })
  if (isBack) await tellReaders(ctx)
}

async function arrive(ctx: Ctx, photo: Photo, file: UploadedFile): Promise<void> {
  const { latitude, longitude, takenTime } = photo
  const { path } = await addUpload(ctx, file, uploadOf(photo), {
    ...(latitude !== null && { latitude, longitude }),
    ...(takenTime !== null && { takenTime }),
  })
  const part = photo.is_extra ? 'extra' : photo.part
  await placePhoto(ctx, { orderId: photo.order_id, stepNo: photo.step_no, part, path }, photo.part === 'film')
  await dropPieces(ctx, photo.id)
  await change(ctx, photo.id, { ...settled(ctx), state: 'arrived', received: photo.size, path })
  await tellReaders(ctx)
}

/** All bytes came, and they are not those that were announced. */
async function beginAgain(ctx: Ctx, photo: Photo): Promise<Refusal> {
  const broken = photo.broken + 1
  if (broken >= BROKEN_TRIES) return giveUp(ctx, photo, `传完 ${broken} 次，校验值都不一致`)
  await dropPieces(ctx, photo.id)
  await change(ctx, photo.id, { received: 0, received_at: ctx.now, broken })
  return new Refusal('photo.checksum', '照片在传送中有损坏，请从头重新上传', { bytes: 0 })
}

/** It stays on the order as one that was not taken, and why. */
async function giveUp(ctx: Ctx, photo: Photo, why: string): Promise<Refusal> {
  await dropPieces(ctx, photo.id)
  await change(ctx, photo.id, { ...settled(ctx), state: 'refused', reason: why, received: 0 })
  await tellReaders(ctx)
  return refusedFor(why, photo.size)
}

const settled = ({ now, who }: Ctx) => ({ state_at: now, state_by: who.userId })

type Change = Partial<
  Pick<Photo, 'received' | 'broken'> & {
    state: string
    state_at: Date
    state_by: string
    reason: string
    received_at: Date
    path: string
  }
>

const change = ({ db }: Ctx, id: string, set: Change) =>
  db.updateTable('field_photo').set(set).where('id', '=', id).execute()

const dropPieces = ({ db }: Ctx, id: string) =>
  db.deleteFrom('field_photo_piece').where('photo_id', '=', id).execute()

/** A photo's begin and end are told to who has its order open; its pieces are not. */
const tellReaders = ({ db }: Pick<Ctx, 'db'>) => sql.raw(announcing(['order'])).execute(db)
