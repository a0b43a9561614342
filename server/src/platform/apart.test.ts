import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { useFolder } from '../../test/folder.ts'
import { startApart } from './apart.ts'

const folder = useFolder('apart')

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

const source = new URL('../', import.meta.url)

/** The programs that the server starts apart, found in its source. */
const programs = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => {
    const file = new URL(name, source)
    const started = readFileSync(file, 'utf8').matchAll(/startApart\(new URL\('([^']+)'/g)
    return [...started].map(([, program]) => new URL(program!, file).href)
  })

it('finds the programs that the server starts', () => {
  expect(programs).toHaveLength(2)
})

// The thread that ends a program without its parent is the one that bounds its memory.
it.each(programs)(
  '%s has bounded its memory as soon as it is loaded',
  async (program) => {
    // The channel is ours, not the parent's, so it stays open when the parent dies; an idle program would wait for ever.
    const load = `import(${JSON.stringify(program)}).then(() => process.send(process.pid))`
    const parent = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, load], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const [pid] = (await once(parent, 'message')) as [number]
    let isOver = false
    onTestFinished(() => void (isOver || process.kill(pid, 'SIGKILL')))
    parent.kill('SIGKILL')
    await once(parent, 'disconnect')
    isOver = true
  },
  20_000,
)

it.each(programs)(
  '%s loads only what reading a file needs, since it starts for every file',
  async (program) => {
    const { said } = await run(`
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({
        load(url, context, next) {
          loaded.push(url)
          return next(url, context)
        },
      })
      await import(${JSON.stringify(program)})
      const unneeded = loaded.filter((url) => /\\/node_modules\\/(?:fastify|kysely|pg)\\//.test(url))
      process.send([loaded.includes(${JSON.stringify(program)}), unneeded], () => process.exit())`)
    expect(said).toEqual([true, []])
  },
  20_000,
)
