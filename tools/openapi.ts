import './require-node.mjs'

import { modules } from '../server/src/modules.ts'
import { describeApi } from '../server/src/openapi/document.ts'

console.log(JSON.stringify(describeApi(modules), null, 2))
