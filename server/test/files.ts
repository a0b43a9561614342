import { fileCalls, type UploadPurpose } from '@heliodesk/contract/files.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import type { Harness } from './harness.ts'
import { sendFile, type SentFile } from './upload.ts'

export type Uploaded = Received<typeof fileCalls.upload>

/** Four by three pixels, or an empty document. */
const smallest = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM46cUGRww4OQAKNA0tSaTZywAAAABJRU5ErkJggg==',
  jpg: '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAADAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABgf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCfAAFPf//Z',
  webp: 'UklGRjwAAABXRUJQVlA4IDAAAAAwAgCdASoEAAMAAUAmJaACdLoB+AH4AARoAAD+7HDf/TRRhTH3Jv/tLIQrr/nOAAA=',
  gif: 'R0lGODlhBAADAIAAAExpcclKBiH5BAUAAAAALAAAAAAEAAMAAAIDjI9WADs=',
  pdf: Buffer.from('%PDF-1.7\n').toString('base64'),
}

/** A file of its type with exactly this many bytes, or as few as possible. */
export function sample(kind: keyof typeof smallest, size = 0): Buffer {
  const beginning = Buffer.from(smallest[kind], 'base64')
  return Buffer.concat([beginning, Buffer.alloc(Math.max(0, size - beginning.length), 0x2e)])
}

let made = 0

/** The same with random bytes added, so that no other file is equal. */
export const freshSample = (kind: keyof typeof smallest): Buffer =>
  Buffer.concat([sample(kind), Buffer.from(`\n${process.pid}.${++made}`)])

type Sent = { purpose?: UploadPurpose; name?: string; content?: SentFile['content'] }

export const tryUpload = (
  harness: Harness,
  token: string | null,
  { purpose = 'feedback', name = '截图.png', content = freshSample('png') }: Sent = {},
  fields: Record<string, string> = {},
) => sendFile(harness, token, fileCalls.upload.path, { purpose, ...fields }, { name, content })

export async function upload(
  harness: Harness,
  token: string,
  sent: Sent = {},
  fields: Record<string, string> = {},
): Promise<Uploaded> {
  const { body } = await tryUpload(harness, token, sent, fields)
  if (body.success !== true) throw new Error(`the upload answered ${JSON.stringify(body)}`)
  return fileCalls.upload.output.parse(body.result)
}

/** Uploads distinct pictures one after the other; `name` gives the name of the n-th. Returns their paths. */
export async function uploadSeveral(
  harness: Harness,
  token: string,
  purpose: UploadPurpose,
  count: number,
  name = (n: number) => `${n}.png`,
): Promise<string[]> {
  const paths: string[] = []
  for (let n = 1; n <= count; n++) paths.push((await upload(harness, token, { purpose, name: name(n) })).path)
  return paths
}

/** How many of these files a record keeps. */
export async function countKept(harness: Harness, paths: string[]): Promise<number> {
  const { rows } = await harness.owner.query<{ n: number }>(
    'select count(*)::int as n from stored_file where path = any($1) and kept_at is not null',
    [paths],
  )
  return rows[0]!.n
}

/** Status, and the envelope's message if no file was sent. */
export async function tryDownload(harness: Harness, token: string | null, path: string, fileName?: string) {
  const query = new URLSearchParams({ path, ...(fileName ? { fileName } : {}) })
  return visit(harness, `/api${fileCalls.download.path}?${query.toString()}`, token)
}

/** The answer a browser gets at an address. */
export async function visit(harness: Harness, url: string, token: string | null = null) {
  const response = await harness.app.inject({
    method: 'GET',
    url,
    headers: token ? { 'x-access-token': token } : {},
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    message: isJson ? (JSON.parse(response.body) as { message: string }).message : null,
  }
}
