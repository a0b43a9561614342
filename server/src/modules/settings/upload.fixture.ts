import type { Received } from '@heliodesk/contract/call.ts'
import { fileCalls, type UploadPurpose } from '@heliodesk/contract/files.ts'
import { sample } from '../../../test/files.ts'
import type { Harness } from '../../../test/harness.ts'
import { sendFile } from '../../../test/upload.ts'

/** Uploads a small file of the type of its name, and returns its path. */
export async function uploadFile(
  harness: Harness,
  token: string,
  purpose: UploadPurpose,
  name: string,
): Promise<string> {
  const kind = name.endsWith('.pdf') ? 'pdf' : 'png'
  const content = Buffer.concat([sample(kind), Buffer.from(name)])
  const { body } = await sendFile(harness, token, fileCalls.upload.path, { purpose }, { name, content })
  if (body.success !== true) throw new Error(`the upload answered ${JSON.stringify(body)}`)
  return (body.result as Received<typeof fileCalls.upload>).path
}
