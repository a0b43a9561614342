import { inTenant } from '../src/kernel/transaction.ts'
import { deploy } from '../src/modules/workflow/definitions.ts'
import { drawn } from '../src/modules/workflow/diagram.fixture.ts'
import { sketch } from '../src/modules/workflow/engine/process.fixture.ts'
import { startProcess } from '../src/modules/workflow/index.ts'
import type { Harness } from './harness.ts'

/** A process as `sketch` takes it: its nodes and flows. */
type Sketch = readonly [nodes: Record<string, string>, flows: readonly string[], key: string]

/** Its file, with a diagram. */
export const drawnSketch = (...sketched: Sketch): string => drawn(sketch(...sketched))

/** Makes this the version in use, in the first test tenant. */
export const deploySketch = (harness: Harness, ...sketched: Sketch) =>
  inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
    await deploy(db, drawnSketch(...sketched), new Date())
  })

let started = 0

/** Deploys a process and starts it for the worker, in their department; answers the instance's id. */
export async function startSketch(
  harness: Harness,
  [nodes, flows, key]: Sketch,
  variables: Record<string, unknown> = {},
): Promise<string> {
  await deploySketch(harness, nodes, flows, key)
  started += 1
  const businessId = String(started)
  const starter = harness.tenant.users.a_worker!.id
  return inTenant(harness.pool, harness.tenant.tenantId, (db) =>
    startProcess(
      { db, now: new Date() },
      {
        key,
        businessType: 'service test',
        businessId,
        title: `${key} ${businessId}`,
        depCode: 'A01A02A01',
        psaId: null,
        starter,
        variables,
      },
    ),
  )
}
