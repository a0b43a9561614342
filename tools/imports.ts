import { posix } from 'node:path'

import type { TreeFile } from './tree.ts'

/** Tests, and what only tests use. */
export const isTest = (path: string) =>
  /\.(?:test|soak|fixture)\.tsx?$/.test(path) || /^(?:e2e|server\/test|web\/test|contract\/test)\//.test(path)

const staticImport =
  /^[ \t]*(?:import|export)\s+(?:type\s+)?(?:[\w$*\s,]|\{[^}]*\})*?from\s*['"]([^'"]+)['"]/gm
const bareImport = /^[ \t]*import\s*['"]([^'"]+)['"]/gm
const dynamicImport = /\b(?:import|require)\s*\(\s*['"]([^'"]+)['"]/g
const globImport = /\bimport\.meta\.glob(?:<[^>]*>)?\(\s*['"]([^'"]+)['"]/g

/** All modules that a source file imports, relative ones resolved against the repository. */
export function importsOf(file: TreeFile): string[] {
  const specifiers = [staticImport, bareImport, dynamicImport, globImport].flatMap((pattern) =>
    [...file.text.matchAll(pattern)].flatMap(([, specifier]) => specifier ?? []),
  )
  return [...new Set(specifiers)].map((specifier) =>
    specifier.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(file.path), specifier))
      : specifier.replace(/^@heliodesk\/(contract|server|web)\//, '$1/src/'),
  )
}
