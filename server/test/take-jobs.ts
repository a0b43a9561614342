import { TEST_SECRETS_KEY } from './secrets-key.ts'
import fastify from 'fastify'
import { readEnv } from '../src/env.ts'
import { startJobs } from '../src/kernel/jobs.ts'
import { modules } from '../src/modules.ts'
import { openLogin } from '../src/platform/login-role.ts'
import { openPool } from '../src/platform/postgres.ts'

/** A process that runs waiting jobs like a server, for tests that kill it. */
const url = process.argv[2]!
startJobs(
  openPool(await openLogin(url, url)),
  readEnv({ SECRETS_KEY: TEST_SECRETS_KEY, ...process.env }),
  modules,
  fastify().log,
)
