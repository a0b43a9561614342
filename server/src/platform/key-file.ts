import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../kernel/errors.ts'

const KEY = /^[\w-]{43}$/

/**
 * The key of the installation's secrets, in a 0600 file beside the embedded database. Null if there is none and none is
 * to be made. Of several processes that make it at once, all get the key of the first.
 */
export function keyFileOf(dataDir: string, isToBeMade: boolean): string | null {
  const path = join(dataDir, 'secrets.key')
  const found = read(path)
  if (found !== null || !isToBeMade) return found
  mkdirSync(dataDir, { recursive: true })
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  const file = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(fresh, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(fresh)
  }
  return read(path)
}

function read(path: string): string | null {
  try {
    const key = readFileSync(path, 'utf8').trim()
    if (KEY.test(key)) return key
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  throw new Error(
    `密钥文件 ${path} 已损坏：请从备份恢复；如已遗失，移走该文件后重新启动，再重新填写各通道的密钥 (the key file is damaged: restore it, or move it away and enter the secrets anew)`,
  )
}
