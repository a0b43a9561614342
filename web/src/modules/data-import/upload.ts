import { dataImportCalls, type ImportKind } from '@heliodesk/contract/data-import.ts'
import { create } from 'zustand'
import { CallError, sendFile } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { keyOf, queryClient, refreshWhatShows } from '../../lib/queries.ts'

type Upload =
  | { state: 'idle'; error: CallError | null }
  /** `part` is the progress from 0 to 1; at 1 the server is checking the rows. */
  | { state: 'sending'; fileName: string; part: number }
  | { state: 'checked'; jobId: string }

const IDLE: Upload = { state: 'idle', error: null }

/** The file being uploaded; the upload continues while its page is hidden or closed. */
export const useUpload = create<Upload>(() => IDLE)

let sending: AbortController | null = null

const become = (next: Upload) => useUpload.setState(next, true)

export const cancelUpload = (): void => sending?.abort()
export const forgetUpload = (): void => become(IDLE)

/** The id of the newly checked file, returned once. */
export function takeChecked(): string | null {
  const current = useUpload.getState()
  if (current.state !== 'checked') return null
  forgetUpload()
  return current.jobId
}

export async function upload(
  file: File,
  input: { kind: ImportKind; depCode: string; updates: '0' | '1' },
): Promise<void> {
  sending?.abort()
  const controller = new AbortController()
  sending = controller
  const progress = (part: number) => {
    if (sending === controller) become({ state: 'sending', fileName: file.name, part })
  }
  progress(0)
  try {
    const job = await sendFile(dataImportCalls.upload, input, file, {
      onProgress: progress,
      signal: controller.signal,
    })
    queryClient.setQueryData(keyOf(dataImportCalls.job, { id: job.id }), job)
    void refreshWhatShows(queryClient, dataImportCalls.upload.entities)
    become({ state: 'checked', jobId: job.id })
  } catch (error) {
    if (sending !== controller) return
    const failure = failureOf(error)
    become({ state: 'idle', error: failure })
    if (failure?.status === 401) reportCallError(failure)
  } finally {
    if (sending === controller) sending = null
  }
}

/** The error to show; null where the user cancelled. */
function failureOf(error: unknown): CallError | null {
  if (error instanceof CallError) return error
  if (error instanceof DOMException && error.name === 'AbortError') return null
  reportError(error)
  return new CallError('系统异常，文件没有上传，请重试', 500, 'unexpected', null)
}
