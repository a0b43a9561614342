import { expect, it } from 'vitest'
import { runOnce } from '../src/kernel/upkeep.ts'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'

const harness = useHarness()

it('the background work of every module succeeds, also when there is nothing to do', async () => {
  const upkeep = modules.flatMap((module) => module.upkeep)
  expect(upkeep).not.toEqual([])
  for (const work of upkeep) await runOnce(harness.pool, work, harness.env)
})
