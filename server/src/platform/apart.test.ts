import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApart } from './apart.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliodesk-apart-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs these lines as a program; returns how it ended and its last message. */
async function run(lines: string) {
  const program = pathToFileURL(join(folder, 'program.mjs'))
  const apart = JSON.stringify(new URL('./apart.ts', import.meta.url).href)
  await writeFile(program, `import { boundMemory } from ${apart}\n${lines}`)
  const child = startApart(program, { heapMb: 64 })
  let said: unknown = null
  child.on('message', (message) => (said = message))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { code, signal, said }
}

it('a program that takes too much beside its heap is ended while it is busy', async () => {
  const { signal, said } = await run(`
    boundMemory({ mostMb: 300 })
    const taken = []
    for (let mb = 16; mb <= 4096; mb += 16) {
      taken.push(Buffer.alloc(16 * 1024 * 1024, 1))
      process.send(mb)
      const until = Date.now() + 20
      while (Date.now() < until);
    }`)
  expect(signal).toBe('SIGKILL')
  expect(said).toBeLessThan(4096)
}, 60_000)

it('a program that has done its work ends by itself, and sees nothing of our environment', async () => {
  process.env.HELIODESK_TEST_SECRET = 'not for programs apart'
  const { code, said } = await run(`
    boundMemory({ mostMb: 300 })
    process.send(Object.keys(process.env).toSorted())`)
  delete process.env.HELIODESK_TEST_SECRET
  expect(code).toBe(0)
  expect(said).not.toContain('HELIODESK_TEST_SECRET')
  expect(said).toContain('NODE_ENV')
})
