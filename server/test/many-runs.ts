import { configureGlobal } from 'fast-check'
import { runs } from './runs.ts'

/** A number by which a run can be repeated: it is printed, also when everything holds. */
const seed = Number(process.env.HELIODESK_SEED ?? Math.floor(Math.random() * 2 ** 31))
process.stdout.write(`random cases of the seed ${seed}\n`)

/** For properties without a number of runs; fast-check's default is 100. */
configureGlobal({ numRuns: runs(100), seed })
