import './require-node.mjs'

import { buildWeb, isWebBuilt } from './web-build.ts'

if (!isWebBuilt()) {
  console.log('Building the web client; the next start will not need this …')
  await buildWeb().catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}

// In this process, so that signals reach the server directly and its exit code is npm's.
await import('../server/src/main.ts')
