import { zipSync, type Zippable } from 'fflate'
import { actOf, wordsOf } from '../../domain/field/acts.ts'
import { linesOf } from '../../domain/field/lines.ts'
import { isReport } from '../../domain/field/reports.ts'
import { ticketOfLane } from '../../domain/field/ticket-acts.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { saveBlob } from '../../lib/download.ts'
import { inOrder, type Book } from '../../lib/outbox/book.ts'
import type { Outbox } from '../../lib/outbox/outbox.ts'

/** Saves all that waits on this device as one file: in words for people, as it will be sent, and the photos. */
export async function exportField(outbox: Outbox, book: Book): Promise<void> {
  const rows = inOrder(book)
  const words = rows.map((row) =>
    [
      `${wireTimeOf(row.at)}  ${nameOfLane(row.lane)}  ${wordsOf(row)}`,
      ...linesOf(row).map(({ label, text }) => `  ${label}：${text}`),
      ...(row.refusal ? [`  未被接受：${row.refusal.message}`] : []),
    ].join('\n'),
  )
  const files: Zippable = {
    '记录.txt': new TextEncoder().encode(`${words.join('\n\n')}\n`),
    '记录.json': new TextEncoder().encode(JSON.stringify(rows, null, 2)),
  }
  const names = new Map(rows.flatMap((row) => nameOfPhoto(row) ?? []))
  for (const { id } of book.photos.values()) {
    const photo = await outbox.photo(id)
    // Photos do not become smaller.
    if (photo)
      files[`照片/${names.get(id) ?? `${id}.jpg`}`] = [
        new Uint8Array(await photo.arrayBuffer()),
        { level: 0 },
      ]
  }
  const zip = zipSync(files)
  saveBlob(
    new Blob([zip], { type: 'application/zip' }),
    `本机记录 ${wireTimeOf(Date.now()).slice(0, 16).replace(':', '-')}.zip`,
  )
}

const nameOfLane = (lane: string): string => {
  const ticket = ticketOfLane(lane)
  if (isReport(lane)) return `缺陷上报 ${lane}`
  return ticket === null ? `工单 ${lane}` : `票 ${ticket}`
}

function nameOfPhoto(row: Parameters<typeof actOf>[0] & { lane: string }): [[string, string]] | null {
  const done = actOf(row)
  if (done?.act === 'reportPhoto') {
    const { id, name } = done.given.photo
    return [[id, `缺陷-${id.slice(0, 8)}-${name}`]]
  }
  if (done?.act !== 'photo') return null
  const { id, name } = done.given.photo
  return [[id, `${row.lane}-${done.given.stepNo}-${id.slice(0, 8)}-${name}`]]
}
