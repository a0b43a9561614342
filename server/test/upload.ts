import type { Answer, Harness } from './harness.ts'

export type SentFile = { name: string; content: string | Uint8Array }

/** Uploads a file like a browser, with the call's other fields in the query string. */
export async function sendFile(
  harness: Harness,
  token: string | null,
  path: string,
  fields: Record<string, string>,
  { name, content }: SentFile,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), name)
  const multipart = new Response(form)
  return harness.request('POST', `${path}?${new URLSearchParams(fields).toString()}`, {
    token,
    body: Buffer.from(await multipart.arrayBuffer()),
    headers: { 'content-type': multipart.headers.get('content-type')!, ...headers },
  })
}
