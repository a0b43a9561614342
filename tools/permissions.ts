import './require-node.mjs'

import { modules } from '../server/src/modules.ts'
import { permissionTable } from '../server/src/openapi/permission-table.ts'

process.stdout.write(permissionTable(modules))
