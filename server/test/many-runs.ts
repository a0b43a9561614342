import { configureGlobal } from 'fast-check'
import { runs } from './runs.ts'

/** For properties that do not say how often they are tried: by fast-check's own custom 100 times. */
configureGlobal({ numRuns: runs(100) })
