import type { Received } from '@heliodesk/contract/call.ts'
import { fileCalls, type UploadPurpose } from '@heliodesk/contract/files.ts'
import type { Harness } from '../../../test/harness.ts'
import { sendFile } from '../../../test/upload.ts'

const beginnings = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  pdf: [...Buffer.from('%PDF-1.7\n')],
}

/** Uploads a small file of the kind that its name says, and answers its path. */
export async function uploadFile(
  harness: Harness,
  token: string,
  purpose: UploadPurpose,
  name: string,
): Promise<string> {
  const kind = name.endsWith('.pdf') ? 'pdf' : 'png'
  const content = Buffer.from([...beginnings[kind], ...Buffer.from(name)])
  const { body } = await sendFile(harness, token, fileCalls.upload.path, { purpose }, { name, content })
  if (body.success !== true) throw new Error(`the upload answered ${JSON.stringify(body)}`)
  return (body.result as Received<typeof fileCalls.upload>).path
}
