import './require-node.mjs'

import { readEnv } from '../server/src/env.ts'
import { openToolDatabase } from '../server/src/platform/database.ts'

type Picture = { answer: Record<string, unknown>; secret_key: string | null }

const token = process.argv[2]
if (!token) {
  console.error('Usage: npm run -s captcha-answer -- TOKEN')
  process.exit(2)
}

const database = await openToolDatabase(readEnv())
try {
  const { rows } = await database.pool.query<Picture>(
    'select answer, secret_key from captcha where token = $1 and expires_at > now()',
    [token],
  )
  const picture = rows[0]
  if (picture) {
    console.log(JSON.stringify({ ...picture.answer, secretKey: picture.secret_key }))
  } else {
    console.error(
      `没有此验证码：${token}（未知、已使用或已过期） no picture with this token: unknown, used or expired`,
    )
    process.exitCode = 1
  }
} finally {
  await database.close()
}
