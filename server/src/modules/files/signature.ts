import { createHmac } from 'node:crypto'
import type { PublicCtx } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'

/** Below `/api`; the file's path follows. */
export const LINKS = '/oss/static/'

const HOUR = 3600
/** Links of one file stay the same for so long, so that a list that is asked for again shows pictures it has. */
const STEP = 600

/** The file itself, or one of the smaller pictures made of it. */
export type LinkSize = 'whole' | 'thumbnail' | 'preview'

type Target = { tenantId: number; path: string; size?: LinkSize }
type Signer = (target: Target, seconds?: number) => string

/**
 * Makes addresses that show one file to whoever has them, for `seconds` (an hour) and up to ten minutes more, without
 * a session: pictures, films and PDF in the browser, everything else as an attachment.
 */
export async function linkSigner({ db, now, env }: Pick<PublicCtx, 'db' | 'now' | 'env'>): Promise<Signer> {
  const key = await signingKey(db)
  return ({ tenantId, path, size = 'whole' }, seconds = HOUR) => {
    const expires = Math.ceil((now.getTime() / 1000 + seconds) / STEP) * STEP
    const signature = signatureOf(key, { tenant: tenantId, path, expires, size })
    const query = new URLSearchParams({
      tenant: String(tenantId),
      expires: String(expires),
      ...(size === 'whole' ? {} : { size }),
      signature,
    })
    return `${env.API_BASE}${LINKS}${path}?${query.toString()}`
  }
}

/** One such address. */
export async function signedUrl(
  ctx: Pick<PublicCtx, 'db' | 'now' | 'env'>,
  target: Target,
  seconds?: number,
): Promise<string> {
  return (await linkSigner(ctx))(target, seconds)
}

/** Every process reads the same one. */
export async function signingKey(db: Db): Promise<Buffer> {
  const { key } = await db.selectFrom('signing_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** `expires` in seconds since 1970. */
export const signatureOf = (
  key: Buffer,
  { tenant, path, expires, size }: { tenant: number; path: string; expires: number; size: LinkSize },
): string => createHmac('sha256', key).update(`${tenant}\n${expires}\n${size}\n${path}`).digest('base64url')
