import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { own } from '@heliodesk/contract/own.ts'
import { entryOf } from '../platform/certain.ts'
import { newPath, type ByteRange, type Storage, type Written } from '../platform/storage.ts'
import { DomainError, type Intake, type UploadedFile } from './context.ts'
import { FileTooLarge, InvalidInput } from './errors.ts'

const MB = 1024 * 1024
/** The limit of calls that set none. */
export const FILE_LIMIT = 50 * MB
/** The bytes that `Intake.admit` gets. */
const FIRST_BYTES = 65_536
/** Allowance for the form's own lines around its file. */
const FORM_BYTES = 65_536
/** Concurrent uploads per person and process; more would only take bandwidth and disk from others. */
const AT_ONCE = 8
/** Bytes that are read and dropped after a refusal, so that browsers show the answer instead of a broken connection. */
const UNREAD_BYTES = 16 * MB
const UNREAD_MS = 2000

const BROKEN_OFF = '参数有误：文件（file）：没有完整收到，请重新上传'

type Form = { fields: Record<string, string>; file: ReceivedFile | null }

type Taking = {
  /** The key by which concurrent uploads are counted. */
  sender: string
  /** Parses the form's fields, which precede its file, and returns how the file is received. */
  prepare: (fields: Record<string, string>) => Promise<Intake>
}

const underWay = new Map<string, number>()

/**
 * Streams a form's file from the connection into the storage, with a few chunks in memory whatever its size. A refused
 * or interrupted upload leaves nothing behind.
 */
export async function receiveForm(storage: Storage, request: FastifyRequest, taking: Taking): Promise<Form> {
  const running = underWay.get(taking.sender) ?? 0
  if (running >= AT_ONCE) throw new DomainError('file.too_many_at_once', '同时上传的文件过多，请稍后再试')
  underWay.set(taking.sender, running + 1)
  const received = new Receiving(storage, request, taking)
  try {
    return await received.all()
  } catch (error) {
    await received.file?.tidy()
    throw error
  } finally {
    const left = entryOf(underWay, taking.sender) - 1
    if (left === 0) underWay.delete(taking.sender)
    else underWay.set(taking.sender, left)
  }
}

class Receiving {
  file: ReceivedFile | null = null
  readonly #storage: Storage
  readonly #request: FastifyRequest
  readonly #taking: Taking
  readonly #fields = new Map<string, string>()
  readonly #beside = new Map<string, Buffer>()
  #intake: Intake | null = null

  constructor(storage: Storage, request: FastifyRequest, taking: Taking) {
    this.#storage = storage
    this.#request = request
    this.#taking = taking
  }

  async all(): Promise<Form> {
    for await (const part of this.#parts()) {
      if (part.type === 'field') this.#fields.set(part.fieldname, String(part.value))
      else await this.#takeFile(part)
    }
    const { file } = this
    if (file) await this.#intake?.inspect?.(file)
    return { fields: Object.fromEntries(this.#fields), file }
  }

  async *#parts() {
    const parts = this.#request.parts({
      limits: { files: 3, fields: 50, fieldSize: 4096, fileSize: Infinity },
    })
    try {
      yield* parts
    } catch (cause) {
      if (cause instanceof Error && isOurs(cause)) throw cause
      throw new InvalidInput(BROKEN_OFF, { cause })
    }
  }

  async #takeFile(part: MultipartFile) {
    this.#intake ??= await this.#taking.prepare(Object.fromEntries(this.#fields))
    const most = own(this.#intake.beside ?? {}, part.fieldname)
    if (most !== undefined) {
      this.#beside.set(part.fieldname, await buffer(upTo(most, whole(part.file))))
      return
    }
    if (this.file) throw new InvalidInput('参数有误：文件（file）：一次只能上传一个文件')
    const { maxBytes, admit } = this.#intake
    const announced = Number(this.#request.headers['content-length'] ?? 0)
    const besides = Object.values(this.#intake.beside ?? {}).reduce((sum, each) => sum + each, FORM_BYTES)
    if (announced > maxBytes + besides) throw tooLarge(maxBytes)
    const content = upTo(maxBytes, whole(part.file))
    const checked = admit ? admitted(content, (first) => admit(first, part.filename)) : content
    const path = newPath()
    const written = await this.#storage.write(path, Readable.from(checked, { objectMode: false }))
    this.file = new ReceivedFile(this.#storage, {
      name: part.filename,
      path,
      beside: this.#beside,
      ...written,
    })
  }
}

const isOurs = (error: Error) =>
  error instanceof DomainError || error instanceof FileTooLarge || error instanceof InvalidInput

export const tooLarge = (maxBytes: number) =>
  new FileTooLarge(`请上传小于${Number((maxBytes / MB).toFixed(2))}MB文件!`)

type Pieces = AsyncIterable<Buffer>

/** The chunks of a part. An interrupted part is an error of the client, not of the storage. */
async function* whole(part: Readable): Pieces {
  const pieces = part[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const next = await pieces.next().catch((cause: unknown) => {
        throw new InvalidInput(BROKEN_OFF, { cause })
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    // A consumer that stops early also stops the connection.
    await pieces.return?.()
  }
}

async function* upTo(maxBytes: number, pieces: Pieces): Pieces {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield piece
  }
}

/** Holds the first bytes back until `admit` accepts them. */
async function* admitted(pieces: Pieces, admit: (first: Buffer) => Promise<void>): Pieces {
  let held: Buffer[] | null = []
  let size = 0
  for await (const piece of pieces) {
    if (!held) {
      yield piece
      continue
    }
    held.push(piece)
    size += piece.length
    if (size < FIRST_BYTES) continue
    await admit(Buffer.concat(held).subarray(0, FIRST_BYTES))
    yield* held
    held = null
  }
  if (!held) return
  await admit(Buffer.concat(held))
  yield* held
}

export class ReceivedFile implements UploadedFile {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly sha256: Buffer
  readonly beside: ReadonlyMap<string, Buffer>
  readonly #storage: Storage
  readonly #written: string[]
  #kept = new Set<string>()
  #settled = false

  constructor(
    storage: Storage,
    { name, path, size, sha256, beside }: Written & Pick<UploadedFile, 'name' | 'path' | 'beside'>,
  ) {
    this.#storage = storage
    this.name = name
    this.path = path
    this.size = size
    this.sha256 = sha256
    this.beside = beside
    this.#written = [path]
  }

  read(range?: ByteRange): Promise<Readable> {
    return this.#storage.read(this.path, range)
  }

  async add(content: Buffer): Promise<string> {
    const path = newPath()
    this.#written.push(path)
    await this.#storage.write(path, content)
    return path
  }

  async complete(
    content: Readable,
    { name, beside }: Pick<UploadedFile, 'name' | 'beside'>,
  ): Promise<UploadedFile> {
    const path = newPath()
    this.#written.push(path)
    const written = await this.#storage.write(path, content)
    return {
      name,
      beside,
      path,
      ...written,
      read: (range) => this.#storage.read(path, range),
      keep: (each) => this.keep(each),
      add: (each) => this.add(each),
      complete: (each, more) => this.complete(each, more),
    }
  }

  keep(path: string): void {
    this.#kept.add(path)
  }

  /** The call's transaction is retried. */
  forgetKept(): void {
    this.#kept.clear()
    this.#settled = false
  }

  /** The call is about to commit. Its kept bytes stay even if the answer gets lost. */
  settle(): void {
    this.#settled = true
  }

  /** Removes the bytes that were not kept. */
  async tidy(): Promise<void> {
    const unwanted = this.#written.filter((path) => !(this.#settled && this.#kept.has(path)))
    await Promise.all(unwanted.map((path) => this.#storage.remove(path)))
  }
}

/**
 * Reads and drops the rest of a refused upload for a moment, then closes the connection. A browser that is still
 * sending would report an immediate close as a broken connection and miss the answer.
 */
export function leaveUnread({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed || raw.complete) return
  let left = UNREAD_BYTES
  const timer = setTimeout(() => raw.destroy(), UNREAD_MS)
  raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.pause()
  })
  raw.resume()
}
