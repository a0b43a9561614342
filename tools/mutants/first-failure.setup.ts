import { beforeEach } from 'vitest'

/** The first failure decides about a file: each further one may wait for a page that never comes. */
let failed = false

beforeEach((context) => {
  if (failed) context.skip()
  context.onTestFailed(() => {
    failed = true
  })
})

// What a mutant has taken away does not come; the same test passes without it within the same time.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 5_000 })
}
