import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'

/** Field names that suggest a secret. */
const SECRET_FIELD = /hash|salt|private|^answer$|^password$|^confirmpassword$|^code_/i

/** All fields of an answer, at any depth. */
function fieldsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    [name, each] as [string, unknown],
    ...fieldsIn(each),
  ])
}

/** The database's secrets, as texts that an answer might contain. */
async function secretsOf({ owner }: Pick<Harness, 'owner'>): Promise<string[]> {
  const { rows } = await owner.query<{ secret: string }>(
    `select password_hash as secret from app_user
     union select encode(private_key, 'base64') from passing_key
     union select encode(token_hash, 'hex') from user_session
     union select params->>'code' from sms_message
     union select answer::text from captcha`,
  )
  return rows.map(({ secret }) => secret)
}

/** An answer in JSON as it was sent, with its header about keeping it. */
export type Answered = { path: string; text: string; kept: unknown }

/** The calls whose answers a browser or a proxy may keep. */
export const keepable = (answers: readonly Answered[]): string[] => [
  ...new Set(answers.filter(({ kept }) => kept !== 'no-store').map(({ path }) => path)),
]

/** The fields of answers that sound like a secret, as `path name`. */
export const secretFields = (answers: readonly Answered[]): string[] => [
  ...new Set(fieldsWhere(answers, ([name]) => SECRET_FIELD.test(name))),
]

/** The fields of answers that hold a password hash, a token's hash, a captcha's answer or a code that was sent. */
export async function fieldsWithSecrets(harness: Harness, answers: readonly Answered[]): Promise<string[]> {
  await harness.call(null, captchaCalls.get, { captchaType: 'blockPuzzle' })
  const known = new Set(await secretsOf(harness))
  expect(known.size).toBeGreaterThan(20)
  const hashes = answers.filter(({ text }) => /argon2/i.test(text)).map(({ path }) => path)
  const isKnown = (value: unknown) => known.has(typeof value === 'string' ? value : JSON.stringify(value))
  return [...hashes, ...fieldsWhere(answers, ([, value]) => isKnown(value))]
}

const fieldsWhere = (answers: readonly Answered[], isMeant: (field: [string, unknown]) => boolean) =>
  answers.flatMap(({ path, text }) =>
    fieldsIn(JSON.parse(text))
      .filter((field) => isMeant(field))
      .map(([name]) => `${path} ${name}`),
  )
