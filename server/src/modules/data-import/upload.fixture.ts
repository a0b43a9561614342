import { readFile } from 'node:fs/promises'
import { dataImportCalls } from '@heliodesk/contract/data-import.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import type { Answer, Harness } from '../../../test/harness.ts'
import { runNext } from '../../../test/job-tools.ts'
import { sendFile as sendUpload } from '../../../test/upload.ts'
import { runImport } from './jobs.ts'

export type ImportJob = Received<(typeof dataImportCalls)['job']>
/** `kind` is any text, so that tests can send a wrong one. */
export type Sent = {
  kind: string
  depCode: string
  name?: string
  content: string | Uint8Array
  updates?: '0' | '1'
}

export const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url))

export const sendFile = (
  harness: Harness,
  token: string | null,
  { kind, depCode, name = 'data.csv', content, updates = '0' }: Sent,
): Promise<Answer> =>
  sendUpload(harness, token, dataImportCalls.upload.path, { kind, depCode, updates }, { name, content })

export async function upload(harness: Harness, token: string, sent: Sent): Promise<ImportJob> {
  const { body } = await sendFile(harness, token, sent)
  if (body.result_code !== '1') throw new Error(`the upload answered ${JSON.stringify(body)}`)
  return dataImportCalls.upload.output.parse(body.result_data)
}

export async function refusedUpload(harness: Harness, token: string, sent: Sent): Promise<string> {
  const { body } = await sendFile(harness, token, sent)
  if (body.result_code === '1') throw new Error('the upload should have been refused')
  return String(body.result_msg)
}

/** Uploads and imports in this process; returns the finished job. */
export async function importNow(harness: Harness, token: string, sent: Sent): Promise<ImportJob> {
  const { id } = await upload(harness, token, sent)
  await harness.call(token, dataImportCalls.run, { id })
  await runNext(harness, runImport)
  return harness.call(token, dataImportCalls.job, { id })
}

export async function countRows(harness: Harness, table: string, where = 'true'): Promise<number> {
  const { rows } = await harness.owner.query<{ n: string }>(
    `select count(*) as n from ${table} where tenant_id = ${harness.tenant.tenantId} and ${where}`,
  )
  return Number(rows[0]!.n)
}

/** Makes files of one kind for the western centre, of a header and the lines. */
export const filesOf =
  (kind: string, name: string, header: string) =>
  (lines: string[], sent: Partial<Sent> = {}): Sent => ({
    kind,
    depCode: 'A01A02',
    name,
    content: [header, ...lines, ''].join('\n'),
    ...sent,
  })

/** This many events of one site on one day. */
export const eventLines = (count: number, day: string, site = '1') =>
  Array.from({ length: count }, () => `${site},2015-01-01,${day} 08:00:00,Inverter\n`).join('')

export const eventFile = (...lines: string[]) => `randid,COD,EventStart,Asset\n${lines.join('')}`
