import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { findFreePort, repository } from '../tools/processes.ts'

const configFile = join(repository, 'web/gallery/vite.config.ts')

export type BuiltGallery = {
  /** Serves it; the calls of its widgets go to the server at this address. */
  serve: (server: string) => Promise<string>
  close: () => Promise<void>
}

export async function buildGallery(): Promise<BuiltGallery> {
  const folder = await mkdtemp(join(tmpdir(), 'heliodesk-gallery-'))
  const place = { configFile, logLevel: 'warn' as const, build: { outDir: folder } }
  const closing = [() => rm(folder, { recursive: true, force: true })]
  await build(place)
  return {
    async serve(server) {
      process.env.HELIODESK_API = server
      const port = await findFreePort()
      const host = await preview({ ...place, preview: { port } })
      closing.unshift(() => host.close())
      return `http://127.0.0.1:${port}/gallery/`
    },
    async close() {
      for (const each of closing) await each()
    },
  }
}
