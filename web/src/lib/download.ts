import type { Call, Kind, Sent } from '@heliodesk/contract/call.ts'
import { exportCalls, type ExportJob } from '@heliodesk/contract/exports.ts'
import { fileCalls } from '@heliodesk/contract/files.ts'
import type { z } from 'zod'
import { create } from 'zustand'
import { EXPIRED_BLOB } from './answers.ts'
import { CallError, download, send } from './call.ts'
import { reportCallError } from './call-errors.ts'
import { notify } from './notices.ts'
import { randomId } from './session.ts'
import { wantTransfers } from './transfers.ts'

/** A large download in progress. */
export type Downloading = { key: string; name: string; got: number; total: number; cancel: () => void }

export const useDownloads = create<{ downloads: readonly Downloading[] }>(() => ({ downloads: [] }))

/** Progress shows only from this size on; smaller files arrive too quickly. */
const WATCHED_BYTES = 5 * 1024 * 1024

/** Fetches a stored file, saves it under its name and shows a notice (spec 2 §8). */
export const saveFile = ({ path, name }: { path: string; name: string }): Promise<void> =>
  saveAnswer(fileCalls.download, { path, fileName: name }, name)

/** Saves the file that a call returns; a file name from the server overrides `name`. */
export async function saveAnswer<C extends Call>(call: C, input: Sent<C>, name: string): Promise<void> {
  const controller = new AbortController()
  const watch = watchOf(name, () => controller.abort())
  try {
    const answer = await download(call, input, { signal: controller.signal, onProgress: watch.onProgress })
    saveBlob(answer.blob, answer.name ?? name)
  } catch (error) {
    if (!controller.signal.aborted) tellFailure(name, error)
  } finally {
    watch.end()
  }
}

/** Saves a file that an answer contains as base64 (spec 2 §3 "Download file"). */
export function saveBase64({ strBase64, fileName }: { strBase64: string; fileName: string }): void {
  try {
    const bytes = Uint8Array.from(atob(strBase64), (char) => char.charCodeAt(0))
    saveBlob(new Blob([bytes]), fileName)
  } catch (error) {
    tellFailure(fileName, error)
  }
}

/** Lets the browser download a finished export as a stream, whatever its size. */
export const downloadExport = ({ id, fileName }: Pick<ExportJob, 'id' | 'fileName'>): Promise<void> =>
  downloadLink(exportCalls.link, { id }, fileName)

type LinkCall = Call<Kind, z.ZodType, z.ZodType<{ url: string; fileName: string }>>

/** The same for a call that answers a link; `name` is for a notice of failure. */
export async function downloadLink<C extends LinkCall>(call: C, input: Sent<C>, name: string): Promise<void> {
  try {
    const link = await send(call, input)
    saveLink(link.url, link.fileName)
  } catch (error) {
    tellFailure(name, error)
  }
}

/** Saves bytes that are already in memory, and shows a notice. */
export function saveBlob(blob: Blob, name: string): void {
  if (blob.size === 0) {
    notify({ kind: 'warning', title: '文件下载失败', text: name })
    return
  }
  const address = URL.createObjectURL(blob)
  saveLink(address, name)
  // By then the browser has opened the blob.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  notify({ kind: 'success', title: `${name}下载成功!` })
}

function saveLink(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

function tellFailure(name: string, error: unknown): void {
  const known = error instanceof CallError ? error : null
  if (!known) reportError(error)
  if (known && (known.code === EXPIRED_BLOB || known.status === 401)) reportCallError(known)
  else
    notify({
      kind: 'error',
      title: `${name}文件下载失败!`,
      text: known?.message,
      requestId: known?.requestId,
    })
}

function watchOf(name: string, cancel: () => void) {
  const key = randomId()
  const others = () => useDownloads.getState().downloads.filter((each) => each.key !== key)
  return {
    onProgress: (got: number, total: number) => {
      if (total < WATCHED_BYTES) return
      wantTransfers()
      useDownloads.setState({ downloads: [...others(), { key, name, got, total, cancel }] })
    },
    end: () => {
      const left = others()
      if (left.length < useDownloads.getState().downloads.length) useDownloads.setState({ downloads: left })
    },
  }
}
