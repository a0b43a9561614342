import { configureGlobal } from 'fast-check'
import { runs } from './runs.ts'

/** For properties without a number of runs; fast-check's default is 100. */
configureGlobal({ numRuns: runs(100) })
