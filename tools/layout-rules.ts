import { builtinModules } from 'node:module'
import { posix } from 'node:path'

import type { TreeFile } from './tree.ts'

/** A rule returns the faults of one file, each as a sentence for the person who has to fix it. */
type Rule = (file: TreeFile) => string[]

const isSource = (path: string) => /\.(?:ts|tsx|mjs|js)$/.test(path)

const isTest = (path: string) =>
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

const isNodeBuiltin = (specifier: string) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier)

function importRule(
  applies: (path: string) => boolean,
  isForbidden: (specifier: string, path: string) => boolean,
  reason: string,
): Rule {
  return (file) =>
    isSource(file.path) && applies(file.path)
      ? importsOf(file)
          .filter((specifier) => isForbidden(specifier, file.path))
          .map((specifier) => `${file.path} imports ${specifier}: ${reason}`)
      : []
}

const contractStandsAlone = importRule(
  (path) => path.startsWith('contract/src/') && !isTest(path),
  (specifier) => specifier !== 'zod' && !specifier.startsWith('contract/src/'),
  'the contract imports zod and itself only, because it runs on both sides',
)

const webKeepsOffTheServer = importRule(
  (path) => path.startsWith('web/'),
  (specifier) => specifier.startsWith('server/'),
  'the browser never gets server code; what both need belongs in the contract',
)

const webKeepsOffNode = importRule(
  (path) => path.startsWith('web/src/') && !isTest(path),
  isNodeBuiltin,
  'a browser has no Node modules',
)

const serverKeepsOffTheWeb = importRule(
  (path) => path.startsWith('server/'),
  (specifier) => specifier.startsWith('web/'),
  'the server serves the built client and never imports its sources',
)

const moduleOf = (path: string, side: 'server' | 'web') =>
  new RegExp(`^${side}/src/modules/([^/]+)/`).exec(path)?.[1]

const serverModulesMeetAtTheirIndex = importRule(
  (path) => moduleOf(path, 'server') !== undefined,
  (specifier, path) => {
    const wanted = moduleOf(specifier, 'server')
    const isOther = wanted !== undefined && wanted !== moduleOf(path, 'server')
    return isOther && specifier !== `server/src/modules/${wanted}/index.ts`
  },
  "another module is reached through its index.ts only, which is that module's promise",
)

const webModulesNeverMeet = importRule(
  (path) => moduleOf(path, 'web') !== undefined,
  (specifier, path) => {
    const wanted = moduleOf(specifier, 'web')
    return wanted !== undefined && wanted !== moduleOf(path, 'web')
  },
  'screens share through kit, lib and app, so that each module loads by itself',
)

const onlyTestsUseTests = importRule(
  (path) => !isTest(path),
  (specifier) => isTest(specifier),
  'the product does not lean on its tests',
)

const isGallery = (path: string) => path.startsWith('web/gallery/') || path.endsWith('.gallery.tsx')

const onlyTheGalleryShowsItself = importRule(
  (path) => !isGallery(path) && !isTest(path),
  isGallery,
  'the gallery is for development, and no part of what is built',
)

const request = /(?<![\w.])fetch\(|\bnew (?:XMLHttpRequest|EventSource)\b|\bsendBeacon\(/

const requestsGoThroughOneHelper: Rule = ({ path, text }) =>
  path.startsWith('web/src/') && path !== 'web/src/lib/call.ts' && !isTest(path)
    ? linesMatching(text, request).map(
        (line) => `${path}:${line} sends a request of its own: lib/call.ts is the one helper for that`,
      )
    : []

/** `ConfirmDialog` with a command: the dialog must show why the command was refused, and stay open. */
const questionsSayWhatWentWrong: Rule = ({ path, text }) =>
  path.startsWith('web/src/') &&
  !isTest(path) &&
  /<ConfirmDialog\b/.test(text) &&
  /\buse(?:Command|Saving)\(/.test(text) &&
  !/<CommandAlert\b/.test(text)
    ? [
        `${path} asks with ConfirmDialog and sends a command: say in it what went wrong, as CommandDialog does`,
      ]
    : []

const vagueFolder = /(?:^|\/)(utils?|commons?|helpers?|types|misc|shared)\//

const foldersSayWhatTheyHold: Rule = ({ path }) => {
  const vague = vagueFolder.exec(path)
  return vague ? [`${path}: a folder named ${vague[1]} says nothing; name it after what is in it`] : []
}

// Home directories and those of build machines; system paths such as /usr/bin and /var/lib are the same everywhere.
const machinePath = /(?<![\w.])(?:\/(?:home|Users|root|work)\/[\w.-]+|[A-Z]:\\+Users\\+\w+)/

const noPathsOfOneMachine: Rule = ({ path, text }) =>
  linesMatching(text, machinePath).map((line) => `${path}:${line} names a path of one machine`)

const unfinished = /\b(?:TO[D]O|FIX[M]E)\b/

const nothingPutOff: Rule = ({ path, text }) =>
  linesMatching(text, unfinished).map(
    (line) => `${path}:${line} puts work off: do it, or write it up as an issue`,
  )

function linesMatching(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}

const switchedOff = /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|todo|only|fixme|fails)\b/

// Tests that only some machines can run use runIf or skipIf.
const testsAreNotSwitchedOff: Rule = ({ path, text }) =>
  isTest(path)
    ? linesMatching(text, switchedOff).map((line) => `${path}:${line} switches a test off, or the others`)
    : []

const longestFile = 400

/** Files that are long for a good reason, with the reason. */
const longOnPurpose: Record<string, string> = {
  'server/src/platform/db-types.ts': 'generated from the migrated schema',
}

const filesStayReadable: Rule = ({ path, text }) => {
  if (!/\.(?:ts|tsx|mjs|css|sql)$/.test(path) || path in longOnPurpose) return []
  const lines = text.trimEnd().split('\n').length
  return lines > longestFile
    ? [
        `${path} has ${lines} lines, more than ${longestFile}: split it by meaning, or give a reason in longOnPurpose`,
      ]
    : []
}

export const rules: Record<string, Rule> = {
  'the contract stands alone': contractStandsAlone,
  'the web client imports nothing of the server': webKeepsOffTheServer,
  'the web client imports no Node modules': webKeepsOffNode,
  'the server imports nothing of the web client': serverKeepsOffTheWeb,
  'server modules meet at their index only': serverModulesMeetAtTheirIndex,
  'web modules never import each other': webModulesNeverMeet,
  'only tests import from tests': onlyTestsUseTests,
  'the product does not lean on its gallery': onlyTheGalleryShowsItself,
  'requests go through one helper': requestsGoThroughOneHelper,
  'questions say what went wrong': questionsSayWhatWentWrong,
  'folders say what they hold': foldersSayWhatTheyHold,
  'no file names a path of one machine': noPathsOfOneMachine,
  'nothing is put off': nothingPutOff,
  'tests are not switched off': testsAreNotSwitchedOff,
  'files stay readable': filesStayReadable,
}
