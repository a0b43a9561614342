import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

import { buildHashFile, hashBuildInputs } from './build-inputs.ts'

const isText = /\.(?:html|js|css|svg|json|webmanifest|txt|xml|ttf)$/

/** Less would save nothing worth a second file; the many small chunks of the first load add up. */
const smallestWorthwhile = 256

/**
 * Makes the built folder ready to be served: a .br and a .gz beside every text file, so that the server never
 * compresses while it serves, and the hash of the sources, by which `npm start` knows whether to build again.
 * The sources are hashed before the build and the hash is written last: a build that was cut short or
 * overtaken by an edit is done again.
 */
export function finishBuild(): Plugin {
  let folder = ''
  let hash = ''
  return {
    name: 'heliodesk:finish-build',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    buildStart() {
      hash = hashBuildInputs(resolve(import.meta.dirname, '..'))
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { withFileTypes: true, recursive: true })
        const texts = entries.filter((entry) => entry.isFile() && isText.test(entry.name))
        await Promise.all(texts.map((entry) => writeCompressed(join(entry.parentPath, entry.name))))
        await writeFile(join(folder, buildHashFile), `${hash}\n`)
      },
    },
  }
}

async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestWorthwhile) return
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  const gzipOptions = { level: constants.Z_BEST_COMPRESSION }
  await Promise.all([
    promisify(brotliCompress)(content, brotliOptions).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(content, gzipOptions).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
