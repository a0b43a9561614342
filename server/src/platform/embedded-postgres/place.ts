import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The paths of one embedded cluster. */
export type Place = {
  dataDir: string
  /** PostgreSQL's own data directory, 0700. */
  cluster: string
  log: string
  /** 0600: port, password and pid, for the command-line tools. */
  credentials: string
  /** SQLite file whose kernel lock lets one process at a time start or stop the cluster. */
  lock: string
  /** Named pipe held open by every process that uses the cluster. */
  users: string
  /** The supervisor's answers: the postmaster's pid and the users it has registered. */
  answers: string
}

export function placeOf(dataDir: string): Place {
  const absolute = resolve(dataDir)
  return {
    dataDir: absolute,
    cluster: join(absolute, 'postgres'),
    log: join(absolute, 'postgres.log'),
    credentials: join(absolute, 'database.json'),
    lock: join(absolute, 'postgres.lock'),
    users: join(absolute, 'postgres.users'),
    answers: join(absolute, 'postgres.answers'),
  }
}

export function preparePlace(dataDir: string): Place {
  const absolute = resolve(dataDir)
  mkdirSync(absolute, { recursive: true })
  accessSync(absolute, constants.R_OK | constants.W_OK | constants.X_OK)
  return placeOf(realpathSync(absolute))
}
