import { readFileSync } from 'node:fs'
import { kindByName, uploadKinds } from '@heliodesk/contract/files.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { DemoFiles } from '../../kernel/first-data/offer.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { newPath } from '../../platform/storage.ts'
import { addFile } from './rows.ts'

/** The pictures whose bytes the company has already, by their address. */
export type StoredPictures = Map<string, { size: number; sha256: Buffer }>

type Picture = { purpose: 'drawing' | 'example' | 'step'; name: string; from: URL }

/** Adds a file of the demo company with a picture of the product; the bytes of each are stored once. */
export async function addDemoPicture(
  { db, env, now }: Omit<DemoFiles, 'actAs'>,
  stored: StoredPictures,
  { purpose, name, from }: Picture,
): Promise<string> {
  const mediaType = kindByName(name) ?? 'image/jpeg'
  const path = newPath(own(uploadKinds, mediaType)?.extension)
  const written = stored.get(from.href) ?? (await openStorage(env).write(path, readFileSync(from)))
  stored.set(from.href, written)
  await addFile({ db, env, now }, { purpose, name, mediaType, path, ...written, kept: true })
  return path
}
