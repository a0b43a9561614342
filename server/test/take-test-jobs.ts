import fastify from 'fastify'
import { readEnv } from '../src/env.ts'
import { startJobs } from '../src/kernel/jobs.ts'
import { testJobs } from '../src/kernel/queue.fixture.ts'
import { openLogin } from '../src/platform/login-role.ts'
import { openPool } from '../src/platform/postgres.ts'

/** A process that runs the test jobs, for tests that kill it or move its clock. */
const url = process.argv[2]!
startJobs(openPool(await openLogin(url, url)), readEnv(), [{ jobs: testJobs }], fastify().log)
