import { fileCalls, type UploadPurpose } from '@heliodesk/contract/files.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import type { Harness } from './harness.ts'
import { sendFile, type SentFile } from './upload.ts'

export type Uploaded = Received<typeof fileCalls.upload>

const beginnings = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpg: [0xff, 0xd8, 0xff, 0xe0],
  webp: [...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  pdf: [...Buffer.from('%PDF-1.7\n')],
}

/** A file that begins like its kind and has exactly so many bytes. */
export function sample(kind: keyof typeof beginnings, size = 64): Buffer {
  const bytes = Buffer.alloc(size, 0x2e)
  Buffer.from(beginnings[kind]).copy(bytes)
  return bytes
}

type Sent = { purpose?: UploadPurpose; name?: string; content?: SentFile['content'] }

export const tryUpload = (
  harness: Harness,
  token: string | null,
  { purpose = 'feedback', name = '截图.png', content = sample('png') }: Sent = {},
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

/** Status, and the envelope's message where no file came. */
export async function tryDownload(harness: Harness, token: string | null, path: string, fileName?: string) {
  const query = new URLSearchParams({ path, ...(fileName ? { fileName } : {}) })
  return visit(harness, `/api${fileCalls.download.path}?${query.toString()}`, token)
}

/** What a browser gets at an address. */
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
