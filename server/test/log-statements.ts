import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { startNotes } from './note-statements.ts'
import type { StatementLog } from './statement-log.ts'

// Logs each statement that the server executes in this test file.

const { statements, templates } = startNotes()

afterAll(async () => {
  const log: StatementLog = {
    testFile: expect.getState().testPath!,
    statements: Object.fromEntries(
      [...statements].map(([sql, { nulls, ...noted }]) => [sql, { ...noted, nulls: [...nulls] }]),
    ),
    templates: [...templates],
  }
  await writeFile(join(inject('statementLogs'), `${randomUUID()}.json`), JSON.stringify(log))
})
