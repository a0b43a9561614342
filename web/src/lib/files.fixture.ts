import { vi } from 'vitest'
import { sendFile } from './call.ts'
import type { UploadedFile } from './uploads.ts'

export const MB = 1024 * 1024

/** A file with a given size, without the content. */
export function fileOf(name: string, { type = 'image/png', size = 10 } = {}): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

let last = 0

export const storedAs = (file: File): UploadedFile => ({
  uid: String(++last),
  name: file.name,
  fileName: file.name,
  pathName: `ab/${file.name}`,
  path: `ab/${file.name}`,
  url: `/api/oss/link/${file.name}`,
  fileType: file.type,
  size: file.size,
  fileUrlThumbnail: null,
  fileUrlPreview: null,
})

/** Makes every upload succeed at once. */
export const arriving = () =>
  vi.mocked(sendFile).mockImplementation((_call, _input, file) => Promise.resolve(storedAs(file) as never))

/** Uploads in progress that a test completes by file name. */
export function underWay() {
  const ends = new Map<string, { arrive: () => void; fail: (error: Error) => void }>()
  vi.mocked(sendFile).mockImplementation(
    (_call, _input, file, options) =>
      new Promise((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        ends.set(file.name, { arrive: () => resolve(storedAs(file) as never), fail: reject })
      }),
  )
  return {
    /** File names, in the order in which they were sent. */
    names: () => [...ends.keys()],
    arrive: (name: string) => ends.get(name)!.arrive(),
    fail: (name: string, error: Error) => ends.get(name)!.fail(error),
  }
}
