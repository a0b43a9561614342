import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { defineModule } from '../../kernel/context.ts'
import { countVersions, listRunning } from './list.ts'
import { migration, previewMigration, readMigration, startMigration } from './migration.ts'
import { findUnmanned, unmanned } from './unmanned.ts'
import { giveTo, readProblems, retry, sendBackTo, skip } from './ways-out.ts'

export { handOverStep } from './hand-over.ts'

/** Answers nothing. */
async function done(step: Promise<void>): Promise<Record<string, never>> {
  await step
  return {}
}

export const processRuntime = defineModule(
  processRuntimeCalls,
  {
    page: listRunning,
    versions: (ctx) => countVersions(ctx),
    problems: readProblems,
    check: async ({ db }) => ({ found: await findUnmanned(db) }),
    retry: (ctx, input) => done(retry(ctx, input)),
    skip: (ctx, input) => done(skip(ctx, input)),
    reassign: (ctx, input) => done(giveTo(ctx, input)),
    sendBack: (ctx, input) => done(sendBackTo(ctx, input)),
    previewMigration,
    migrate: startMigration,
    migration: readMigration,
  },
  [unmanned],
  [migration],
)
