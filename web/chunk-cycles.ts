import type { Plugin } from 'vite'

/**
 * Fails the build when files of it import each other in a circle. The order in which such files run is not that of the
 * modules they contain, so a constant may be read before it is set. Groups of modules that are put together by name
 * (`codeSplitting` in vite.config.ts) can cause this.
 */
export function refuseChunkCycles(): Plugin {
  return {
    name: 'heliodesk:chunk-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (file: string) => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? chunk.imports : []
      }
      const cycle = cycleIn(Object.keys(bundle), importsOf)
      if (cycle) this.error(`These files import each other: ${cycle.join(' → ')}`)
    },
  }
}

/** The nodes of one cycle, the first repeated at its end; null if there is none. */
export function cycleIn(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): string[] | null {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | null => {
    const at = path.indexOf(node)
    if (at !== -1) return [...path.slice(at), node]
    if (done.has(node)) return null
    for (const each of next(node)) {
      const cycle = visit(each, [...path, node])
      if (cycle) return cycle
    }
    done.add(node)
    return null
  }
  for (const node of nodes) {
    const cycle = visit(node, [])
    if (cycle) return cycle
  }
  return null
}
