import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** What a phone needs to start. */
const started = [
  'web/src/main.tsx',
  'web/src/app/workspace/Workspace.tsx',
  'web/src/app/workspace/Changes.ts',
  'web/src/app/workspace/head/UserItems.tsx',
  'web/src/app/workspace/NoPage.tsx',
  'web/src/app/workspace/TakeAhead.ts',
  'web/src/app/workspace/FieldWatch.tsx',
  'web/src/lib/kept/store.ts',
  'web/src/lib/kept/shelf.ts',
  'web/src/modules/work-orders/ahead.ts',
]

/** The screens that it opens without a line, each with what it loads later. */
const opened: string[] = [
  'web/src/modules/work-orders/mine/MyOrdersPage.tsx',
  'web/src/modules/work-orders/mine/MessagesPage.tsx',
  'web/src/modules/work-orders/hall/HallPage.tsx',
  'web/src/modules/work-orders/inspection/InspectionSheetPage.tsx',
  'web/src/modules/work-orders/WorkOrderListPage.tsx',
  'web/src/modules/devices/DevicePage.tsx',
  'web/src/modules/tickets/TicketsPage.tsx',
  'web/src/modules/field/MyPage.tsx',
  'web/src/modules/field/OutboxPage.tsx',
  'web/src/modules/field/manual/ManualPage.tsx',
  'web/src/modules/field/reports/ReportsPage.tsx',
  'web/src/modules/field/ScanPage.tsx',
]

/** What is loaded later but stays with the server: drawing programs, and what only a desk uses. */
const left = ['kit/chart/drawing', 'bpmn-js', '/print/', 'kit/page-table/ExportShown', 'domain/ExportDialog']

const wholeFiles = ['/theme.js', '/manifest.webmanifest', '/favicon.svg', '/icons/icon-192.png']

/** The letters of the interface that are not Chinese; other alphabets stay with the server. */
const isOwnFont = (file: string) => /latin-wght-normal[^/]*\.woff2$/.test(file) && !file.includes('latin-ext')

/** The workers behind the queue's files and smaller photos, which no chunk imports. */
const isWorker = (file: string) => /(files|shrink)\.worker-[^/]*\.js$/.test(file)

/**
 * Writes `sw.js`: the worker with the list of this build's files that a phone needs. Its name never changes, so that
 * browsers find the next build behind it.
 */
export function offlineBuild(): Plugin {
  return {
    name: 'heliodesk:offline-build',
    apply: 'build',
    generateBundle: {
      // After Vite has taken out the files that held nothing but styles.
      order: 'post',
      async handler(_options, bundle) {
        const { files, entry, unmet } = filesOf(bundle)
        if (unmet.length > 0)
          this.error(`These files of offline-build.ts are not in the build: ${unmet.join(', ')}`)
        const hash = createHash('sha256').update(readFileSync(join(import.meta.dirname, 'index.html')))
        for (const file of files) hash.update(`${file}\0`).update(contentOf(bundle, file))
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: await workerOf({
            BUILD: hash.digest('hex').slice(0, 16),
            ENTRY: entry,
            FILES: files,
          }),
        })
      },
    },
  }
}

function contentOf(bundle: Bundle, file: string): string | Uint8Array {
  const made = bundle[file.slice(1)]
  if (made) return made.type === 'chunk' ? made.code : made.source
  return readFileSync(join(import.meta.dirname, 'public', file))
}

function filesOf(bundle: Bundle): { files: string[]; entry: string; unmet: string[] } {
  const chunks = Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk')
  const holding = (source: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(source)))
  const found = new Set<Chunk>()
  const walked = new Set<string>()
  const add = (file: string, isWhole: boolean): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || walked.has(`${file} ${isWhole}`) || isLeft(chunk)) return
    walked.add(`${file} ${isWhole}`)
    found.add(chunk)
    for (const each of chunk.imports) add(each, isWhole)
    // What the frame loads later are the other screens.
    if (isWhole && !isOfFrame(chunk)) for (const each of chunk.dynamicImports) add(each, true)
  }
  const unmet: string[] = []
  const start = (source: string, isWhole: boolean) => {
    const chunk = holding(source)
    if (chunk) add(chunk.fileName, isWhole)
    else unmet.push(source)
  }
  for (const source of started) start(source, false)
  for (const source of opened) start(source, true)
  const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const others = Object.keys(bundle).filter((file) => isOwnFont(file) || isWorker(file))
  const named = [...new Set([...[...found].map(({ fileName }) => fileName), ...styles, ...others])]
  return {
    files: [...wholeFiles, ...named.map((name) => `/${name}`).toSorted()],
    entry: `/${holding(started[0]!)?.fileName}`,
    unmet,
  }
}

const isLeft = ({ moduleIds, facadeModuleId }: Chunk) =>
  left.some((part) => (facadeModuleId ?? moduleIds.at(-1) ?? '').replaceAll('\\', '/').includes(part))

const isOfFrame = ({ name }: Chunk) => ['start', 'workspace'].includes(name)

/** The worker as one script: a worker of modules needs newer browsers than the product. */
async function workerOf(values: Record<string, unknown>): Promise<string> {
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
      rolldownOptions: {
        input: join(import.meta.dirname, 'service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
  const [output] = Array.isArray(made) ? made : [made]
  if (!output || !('output' in output)) throw new Error('The worker was not built.')
  return output.output[0].code
}
