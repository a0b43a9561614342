import { createHmac } from 'node:crypto'
import type { PublicCtx } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'

/** Below `/api`; the file's path follows. */
export const LINKS = '/oss/static/'

const HOUR = 3600
/** In seconds. Links of one file stay equal for this long, so that a reloaded list shows cached pictures. */
const STEP = 600

/** The file itself, or one of its smaller pictures. */
export type LinkSize = 'whole' | 'thumbnail' | 'preview'

type Target = { tenantId: number; path: string; size?: LinkSize }
type Signer = (target: Target, seconds?: number) => string

/**
 * Creates links that show one file to anybody who has them, without a session, for `seconds` (an hour) and up to ten
 * minutes more: pictures, videos and PDF inline, everything else as an attachment.
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

/** One such link. */
export async function signedUrl(
  ctx: Pick<PublicCtx, 'db' | 'now' | 'env'>,
  target: Target,
  seconds?: number,
): Promise<string> {
  return (await linkSigner(ctx))(target, seconds)
}

/** All processes share the same key. */
export async function signingKey(db: Db): Promise<Buffer> {
  const { key } = await db.selectFrom('signing_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** `expires` in seconds since 1970. */
export const signatureOf = (
  key: Buffer,
  { tenant, path, expires, size }: { tenant: number; path: string; expires: number; size: LinkSize },
): string => createHmac('sha256', key).update(`${tenant}\n${expires}\n${size}\n${path}`).digest('base64url')
