import fastify from 'fastify'
import { readEnv } from '../../../env.ts'
import { startJobs } from '../../../kernel/jobs.ts'
import { modules } from '../../../modules.ts'
import { openLogin } from '../../../platform/login-role.ts'
import { openPool } from '../../../platform/postgres.ts'
import './services.fixture.ts'

/** A process that runs services and timers like a server, for tests that kill it. */
const url = process.argv[2]!
startJobs(openPool(await openLogin(url, url)), readEnv(), modules, fastify().log)
