import { beforeEach } from 'vitest'

/** The first failure decides about a file: each further one may wait for a page that never comes. */
let failed = false

beforeEach((context) => {
  if (failed) context.skip()
  context.onTestFailed(() => {
    failed = true
  })
})
