import fastify from 'fastify'
import { readEnv } from '../src/env.ts'
import { startJobs } from '../src/kernel/jobs.ts'
import { modules } from '../src/modules.ts'
import { openLogin } from '../src/platform/login-role.ts'
import { openPool } from '../src/platform/postgres.ts'

/** A process of its own that takes waiting jobs as a server does, to be killed at will. */
const url = process.argv[2]!
startJobs(openPool(await openLogin(url, url)), readEnv(), modules, fastify().log)
