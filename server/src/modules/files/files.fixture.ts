import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { PDFDocument } from '@napi-rs/canvas'
import type { Harness } from '../../../test/harness.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { BIN, MARKER } from '../../platform/storage.ts'
import type { FileCtx } from './blobs.ts'
import { SWEEP_BEGIN, sweepPiece } from './sweep.ts'

const HOUR_MS = 3_600_000

/** Runs work as a person of the first tenant in a transaction and commits. */
export async function within<T>(
  harness: Harness,
  run: (ctx: FileCtx & { who: { userId: string } }) => Promise<T>,
  user = 'a_worker',
): Promise<T> {
  const transaction = await Transaction.begin(harness.pool, 'command')
  const userId = harness.tenant.users[user]!.id
  try {
    await transaction.actAs(harness.tenant.tenantId, userId, null)
    const now = harness.clock.now()
    const result = await run({ db: transaction.db, now, env: harness.env, who: { userId } })
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

/** Runs a complete sweep as if this many hours had passed. */
export async function sweepAt(harness: Harness, hoursFromNow: number): Promise<void> {
  const now = new Date(Date.now() + hoursFromNow * HOUR_MS)
  let place: Parameters<typeof sweepPiece>[1] | null = SWEEP_BEGIN
  while (place) place = await sweepPiece(harness, place, now)
}

/** Paths of all bytes in the storage, including incomplete ones (`.part/…`), without the bin. */
export async function bytesLeft({ env }: Harness): Promise<Set<string>> {
  const entries = await readdir(env.FILES_DIR!, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(BIN) && entry.name !== MARKER)
      .map((entry) => `${basename(entry.parentPath)}/${entry.name}`),
  )
}

type Blob = { path: string; preview: string; thumbnail_path: string | null; preview_path: string | null }

/** The blob of a file, with its smaller pictures. */
export async function blobOf(harness: Harness, path: string): Promise<Blob> {
  const { rows } = await harness.owner.query<Blob>(
    `select b.path, b.preview, b.thumbnail_path, b.preview_path
     from stored_file f join file_blob b on b.tenant_id = f.tenant_id and b.path = f.blob_path where f.path = $1`,
    [path],
  )
  return rows[0]!
}

/** The number of a table's rows for the first tenant. */
export async function countOf(harness: Harness, table: 'stored_file' | 'file_blob'): Promise<number> {
  const { rows } = await harness.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table} where tenant_id = $1`,
    [harness.tenant.tenantId],
  )
  return rows[0]!.n
}

/** A PDF of one page with this text, its upper half red. Other texts differ in their bytes without a font for them too. */
export function paper(text: string): Buffer {
  const document = new PDFDocument({ title: text })
  const page = document.beginPage(595, 842)
  page.fillStyle = '#cc0000'
  page.fillRect(0, 0, 595, 421)
  page.fillText(text, 50, 600)
  document.endPage()
  return document.close()
}
