import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { fileCalls } from '@heliodesk/contract/files.ts'
import { tooManyFiles } from '@heliodesk/contract/stored-file.ts'
import { create } from 'zustand'
import { CallError, sendFile } from './call.ts'
import { reportCallError } from './call-errors.ts'
import { firstFrameOf } from './first-frame.ts'
import { useCurrentLocation } from './location.ts'
import { notify } from './notices.ts'
import { randomId, useSession } from './session.ts'
import { wantTransfers } from './transfers.ts'
import { noteUnsaved, useUnsavedEntries } from './unsaved.ts'

export type UploadedFile = Received<typeof fileCalls.upload>
type Input = Sent<typeof fileCalls.upload>

/** An upload that is in progress, completed but not yet taken over by its control, or failed. */
export type Upload = {
  /** Also the idempotency key: a retry after a lost connection still stores one file. */
  key: string
  /** The id of its control. */
  box: string
  /** The path of the control's page. */
  page: string
  file: File
  /** The object URL of a picture; null for other files. */
  picture: string | null
  input: Input
  state: 'waiting' | 'sending' | 'arrived' | 'failed'
  /** The progress, 0 to 1. */
  part: number
  error: string | null
  /** There was no answer: the upload is retried once the device is online. */
  lost: boolean
  stored: UploadedFile | null
}

/** A file control. `held` is how many files it has, `max` how many it may have. */
type Box = {
  page: string
  max: number
  held: number
  /** A new file replaces the old one. */
  replaces: boolean
}

type State = {
  /** In the order in which they were chosen. */
  uploads: readonly Upload[]
  /** Controls that are on screen and show their own uploads. */
  shown: ReadonlySet<string>
}

/** All uploads of this window. They belong to no component, so they continue while the page of their form is hidden. */
export const useUploadStore = create<State>(() => ({ uploads: [], shown: new Set() }))

/** The number of concurrent uploads. */
const AT_ONCE = 3
/** Notices about uploads show for a shorter time than others (spec 2 §8). */
const NOTICE_SECONDS = 3
/** An upload without progress for this long counts as failed. */
const STALLED_MS = 60_000
const STALLED = 'stalled'

const boxes = new Map<string, Box>()
const controllers = new Map<string, AbortController>()

const all = () => useUploadStore.getState().uploads
const currentPage = () => useCurrentLocation.getState().pathname
const ofBox = (box: string) => all().filter((upload) => upload.box === box)

/** Registers a mounted control; call the returned function when it is hidden with its page or unmounted. */
export function showBox(id: string, page: string): () => void {
  boxes.set(id, boxes.get(id) ?? { page, max: 1, held: 0, replaces: false })
  setShown(id, true)
  return () => {
    setShown(id, false)
    // A page that is only hidden behind another one keeps its uploads.
    if (currentPage() !== page) return
    boxes.delete(id)
    drop((upload) => upload.box === id)
  }
}

function setShown(id: string, isShown: boolean) {
  const shown = new Set(useUploadStore.getState().shown)
  if (isShown) shown.add(id)
  else shown.delete(id)
  useUploadStore.setState({ shown })
}

export function describeBox(id: string, about: Partial<Omit<Box, 'page'>>): void {
  const known = boxes.get(id)
  if (known) boxes.set(id, { ...known, ...about })
}

/** How many more files a control may have. Failed uploads do not count (spec 2 §4). */
export function roomIn(id: string): number {
  const box = boxes.get(id)
  if (!box) return 0
  if (box.replaces) return 1
  return box.max - box.held - ofBox(id).filter(({ state }) => state !== 'failed').length
}

/** Uploads files as soon as they are chosen; in a control for one file, the new one replaces the old. */
export function addUploads(id: string, input: Input, files: readonly File[]): void {
  const box = boxes.get(id)
  if (!box || files.length === 0) return
  if (box.replaces) drop((upload) => upload.box === id)
  const fresh = files.map((file): Upload => ({
    key: randomId(),
    box: id,
    page: box.page,
    file,
    picture: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    input,
    state: 'waiting',
    part: 0,
    error: null,
    lost: false,
    stored: null,
  }))
  useUploadStore.setState({ uploads: [...all(), ...fresh] })
  wantTransfers()
  sendNext()
}

/** Retries a failed upload; returns why not where there is no room any more. */
export function retryUpload(key: string): string | null {
  const upload = all().find((each) => each.key === key)
  if (upload?.state !== 'failed') return null
  if (roomIn(upload.box) <= 0) return tooManyFiles(boxes.get(upload.box)!.max)
  patch(key, { state: 'waiting', part: 0, error: null, lost: false })
  sendNext()
  return null
}

/** Cancels an upload that has not completed. */
export const cancelUpload = (key: string): void => drop((upload) => upload.key === key)

/**
 * Returns the completed uploads of a control, once, in the order of choice: a file waits for those chosen before it,
 * unless they failed.
 */
export function takeArrived(id: string): UploadedFile[] {
  const settled = ofBox(id)
  const open = settled.findIndex(({ state }) => state === 'waiting' || state === 'sending')
  const arrived = (open === -1 ? settled : settled.slice(0, open)).filter(({ stored }) => stored !== null)
  if (arrived.length > 0) forget(new Set(arrived.map(({ key }) => key)))
  return arrived.map(({ stored }) => stored!)
}

function patch(key: string, change: Partial<Upload>) {
  useUploadStore.setState({
    uploads: all().map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
  })
}

function drop(isDropped: (upload: Upload) => boolean) {
  const keys = new Set(all().flatMap((upload) => (isDropped(upload) ? [upload.key] : [])))
  if (keys.size === 0) return
  for (const key of keys) controllers.get(key)?.abort()
  forget(keys)
}

function forget(keys: ReadonlySet<string>) {
  for (const { key, picture } of all()) if (picture && keys.has(key)) URL.revokeObjectURL(picture)
  useUploadStore.setState({ uploads: all().filter(({ key }) => !keys.has(key)) })
}

function sendNext() {
  for (const upload of all())
    if (upload.state === 'waiting' && controllers.size < AT_ONCE) void sendOne(upload)
}

async function sendOne({ key, file, input }: Upload) {
  const controller = new AbortController()
  controllers.set(key, controller)
  patch(key, { state: 'sending' })
  const watch = stallWatch(controller)
  try {
    const firstFrame = file.type.startsWith('video/') ? await firstFrameOf(file) : null
    if (controller.signal.aborted) return
    const stored = await sendFile(
      fileCalls.upload,
      firstFrame ? { ...input, isNeedFirstFrame: 1 } : input,
      file,
      {
        idempotencyKey: key,
        signal: controller.signal,
        beside: firstFrame ? { firstFrame } : {},
        onProgress: (part) => {
          watch.moved()
          patch(key, { part })
        },
      },
    )
    patch(key, { state: 'arrived', part: 1, stored })
    notify({ kind: 'success', title: `${file.name}上传成功`, seconds: NOTICE_SECONDS })
  } catch (error) {
    if (!controller.signal.aborted || controller.signal.reason === STALLED) fail(key, file.name, error)
  } finally {
    watch.end()
    controllers.delete(key)
    sendNext()
  }
}

function fail(key: string, name: string, error: unknown) {
  const known = error instanceof CallError ? error : null
  const isStalled = error instanceof DOMException && error.name === 'AbortError'
  if (!known && !isStalled) reportError(error)
  const text = known?.message ?? '文件上传失败，请重试'
  const lost = isStalled || known?.isOffline === true
  patch(key, { state: 'failed', error: text, lost })
  if (known?.status === 401) reportCallError(known)
  // What is tried again within seconds is told of once.
  else if (!lost || !isComingBack)
    notify({ kind: 'error', title: `${name}上传失败`, text, seconds: NOTICE_SECONDS })
}

function stallWatch(controller: AbortController) {
  const start = () => setTimeout(() => controller.abort(STALLED), STALLED_MS)
  let timer = start()
  return {
    moved: () => {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}

/** The device says that it is online before a network carries anything: seconds after which lost uploads are tried again. */
const AGAIN_SECONDS = [1, 2, 4, 8, 16]

let isComingBack = false

function retryLost([next, ...later]: readonly number[]) {
  isComingBack = next !== undefined && navigator.onLine
  for (const { key, lost } of all()) if (lost) retryUpload(key)
  if (isComingBack) setTimeout(() => retryLost(later), next! * 1000)
}

addEventListener('online', () => retryLost(AGAIN_SECONDS))
addEventListener('offline', () => (isComingBack = false))

// Cancel the uploads when the user signs out.
useSession.subscribe(({ token }) => {
  if (token === null) drop(() => true)
})

const entryOf = (page: string) => `uploads ${page}`
const pagesOf = (uploads: readonly Upload[]) => new Set(uploads.map(({ page }) => page))

// A page with running uploads is kept like one with unsaved values, and leaving it or the browser asks first.
useUploadStore.subscribe(({ uploads }, before) => {
  if (uploads === before.uploads) return
  const [now, then] = [pagesOf(uploads), pagesOf(before.uploads)]
  for (const page of now) if (!then.has(page)) noteUnsaved(entryOf(page), { path: page, kept: false })
  for (const page of then) if (!now.has(page)) noteUnsaved(entryOf(page), null)
})

// Cancel the uploads of a tab that was closed anyway.
useUnsavedEntries.subscribe(({ entries }) => drop(({ page }) => !entries.has(entryOf(page))))
