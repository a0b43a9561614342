import type { Harness } from './harness.ts'

/** Field names that suggest a secret. */
export const SECRET_FIELD = /hash|salt|private|^answer$|^password$|^confirmpassword$|^code_/i

/** All fields of an answer, at any depth. */
export function fieldsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    [name, each] as [string, unknown],
    ...fieldsIn(each),
  ])
}

/** The database's secrets, as texts that an answer might contain. */
export async function secretsOf({ owner }: Pick<Harness, 'owner'>): Promise<string[]> {
  const { rows } = await owner.query<{ secret: string }>(
    `select password_hash as secret from app_user
     union select encode(private_key, 'base64') from passing_key
     union select encode(token_hash, 'hex') from user_session
     union select params->>'code' from sms_message
     union select answer::text from captcha`,
  )
  return rows.map(({ secret }) => secret)
}
