import { own } from '@heliodesk/contract/own.ts'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { blockedNames, MAX_BASE64_BYTES, uploadKinds, type fileCalls } from '@heliodesk/contract/files.ts'
import { DomainError, notFound, type Ctx, type Intake, type UploadedFile } from '../../kernel/context.ts'
import { entryOf } from '../../platform/certain.ts'
import { newPath } from '../../platform/storage.ts'
import { hasPreview, useBlob, type NewBlob } from './blobs.ts'
import { candidatesOf, firstKindOf, isDisguised, kindOf, PROGRAM } from './kinds.ts'
import { maxBytesFor, requireFit, requireKind, requireRoom, requireSize } from './limits.ts'
import { fileOf, insertFile } from './rows.ts'
import { lookAt, QUICK_BYTES, type Look } from './workshop.ts'

type UploadInput = Input<(typeof fileCalls)['upload']>
type Answer = Output<(typeof fileCalls)['upload']>

/** What the checks found in a file before its call's transaction, and the form fields they were based on. */
type Findings = {
  said: UploadInput
  mediaType: string
  blob: NewBlob
  look: Look | null
  frame: NewBlob | null
}

const findings = new WeakMap<UploadedFile, Findings>()

const FRAME_BYTES = 4 * 1024 * 1024
const PROGRAMS = new DomainError('file.program', '禁止上传安装包!')
const DISGUISED = new DomainError('file.disguised', '文件内容与扩展名不符，请检查后重新上传')

/** Every rule of an upload that needs only the file itself (spec 2 §5). */
export async function intakeOf(ctx: Ctx, input: UploadInput): Promise<Intake> {
  let first = ''
  return {
    maxBytes: await maxBytesFor(ctx, input.purpose),
    beside: input.isNeedFirstFrame === 1 ? { firstFrame: FRAME_BYTES } : {},
    async admit(bytes, name) {
      if (bytes.length === 0) throw new DomainError('file.empty', '禁止上传空文件!')
      if (blockedNames.test(plainName(name))) throw PROGRAMS
      first = await firstKindOf(bytes, name)
      if (first === PROGRAM) throw PROGRAMS
      requireKind(input.purpose, candidatesOf(first))
      if (isDisguised(first, name)) throw DISGUISED
    },
    async inspect(file) {
      const mediaType = await kindOf(first, { size: file.size, read: (range) => file.read(range) })
      if (mediaType === PROGRAM) throw PROGRAMS
      requireKind(input.purpose, [mediaType])
      const { blob, look } = await lookInto(ctx, file, mediaType, input)
      const frame = await frameOf(ctx, file, mediaType)
      findings.set(file, { said: input, mediaType, blob, look, frame })
    },
  }
}

/** Measures pictures, and makes smaller ones at once if that is fast; otherwise a background job makes them. */
async function lookInto({ who }: Ctx, file: UploadedFile, mediaType: string, input: UploadInput) {
  const blob: NewBlob = { path: file.path, sha256: file.sha256, size: file.size, mediaType }
  if (!mediaType.startsWith('image/') || !hasPreview(blob)) return { blob, look: null }
  const look = await lookAt(
    { bytes: await buffer(await file.read()), mediaType, derive: file.size <= QUICK_BYTES },
    who.tenantId,
  )
  if (!look) throw new DomainError('file.broken', '图片无法读取，可能已损坏，请重新选择')
  requireSize(input.purpose, input, look)
  return {
    blob: { ...blob, width: look.width, height: look.height, smaller: await addSmaller(file, look) },
    look,
  }
}

async function addSmaller(file: UploadedFile, { thumbnail, preview }: Look): Promise<NewBlob['smaller']> {
  if (!thumbnail || !preview) return null
  return { thumbnail: await file.add(thumbnail), preview: await file.add(preview) }
}

/** A video's first frame as the sender drew it; one that is not a picture is ignored. */
async function frameOf({ who }: Ctx, file: UploadedFile, mediaType: string): Promise<NewBlob | null> {
  const bytes = file.beside.get('firstFrame')
  if (!bytes || !mediaType.startsWith('video/')) return null
  const kind = await firstKindOf(bytes, '')
  const look = kind.startsWith('image/')
    ? await lookAt({ bytes, mediaType: kind, derive: true }, who.tenantId)
    : null
  const smaller = look && (await addSmaller(file, look))
  if (!smaller) return null
  const sha256 = createHash('sha256').update(bytes).digest()
  return { path: await file.add(bytes), sha256, size: bytes.length, mediaType: kind, smaller }
}

/** Where and when a photo was taken. */
type Notes = Pick<Look, 'latitude' | 'longitude' | 'takenTime'>

/**
 * Records an upload that has passed the rules; only its owner may use it, within a day. `told` are notes of the sender,
 * which count more than those in the photo.
 */
export async function addUpload(
  ctx: Ctx,
  file: UploadedFile,
  input: UploadInput,
  told: Partial<Notes> = {},
): Promise<Answer> {
  const { said, mediaType, blob, look, frame } = entryOf(findings, file)
  if (!hasSameRules(said, input)) {
    const { width = null, height = null } = blob
    await requireFit(ctx, input.purpose, { mediaType, size: file.size, width, height }, input)
  }
  const use = async (each: NewBlob) => {
    const { path, wanted } = await useBlob(ctx, each)
    for (const one of wanted) file.keep(one)
    return path
  }
  const framePath = frame && (await use(frame))
  const blobPath = await use(blob)
  await requireRoom(ctx)
  const name = nameOf(file.name, mediaType)
  const path = newPath(extensionOf(name, mediaType))
  const { size, sha256 } = file
  const notes = input.keepLocation === 1 && look ? look : null
  const { latitude = null, longitude = null, takenTime = null } = { ...notes, ...told }
  await insertFile(
    ctx,
    { purpose: input.purpose, name, mediaType, path, blobPath, size, sha256, kept: false },
    { framePath, latitude, longitude, takenTime },
  )
  const stored = await fileOf(ctx, path)
  if (!stored) throw notFound()
  return {
    ...stored,
    ...(input.isNeedBase === 1 && size <= MAX_BASE64_BYTES
      ? { base64code: (await buffer(await file.read())).toString('base64') }
      : {}),
    ...(input.keepLocation === 1 ? { latitude, longitude, takenTime } : {}),
  }
}

/** Whether fields after the file changed the rules that it was checked by. */
const hasSameRules = (one: UploadInput, other: UploadInput): boolean =>
  one.purpose === other.purpose && one.maxWidth === other.maxWidth && one.maxHeight === other.maxHeight

/** The extension of its type; for a type without one, the name's own if that is plain. */
const extensionOf = (name: string, mediaType: string): string =>
  own(uploadKinds, mediaType)?.extension ?? /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'

/** The name to show; never empty. */
const nameOf = (given: string, mediaType: string): string =>
  plainName(given) || `文件.${extensionOf('', mediaType)}`

/** Without folders and control characters. */
const plainName = (given: string): string =>
  basename(given.replaceAll('\\', '/'))
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(-200)
