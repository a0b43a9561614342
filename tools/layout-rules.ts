import { builtinModules } from 'node:module'

import { paths, sections } from '../contract/src/paths.ts'
import { VISITORS } from '../contract/src/visitor-paths.ts'
import { importsOf, isTest } from './imports.ts'
import { refusalOf, roomOf } from './rooms.ts'
import type { TreeFile } from './tree.ts'

/** A rule returns the faults of one file, each as a sentence for the person who has to fix it. */
type Rule = (file: TreeFile) => string[]

const isSource = (path: string) => /\.(?:ts|tsx|mjs|js)$/.test(path)

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
  (path) => path.startsWith('server/src/'),
  (specifier, path) => {
    const wanted = moduleOf(specifier, 'server')
    const isOther = wanted !== undefined && wanted !== moduleOf(path, 'server')
    const isOfTests = moduleOf(path, 'server') === undefined && isTest(path)
    return isOther && !isOfTests && specifier !== `server/src/modules/${wanted}/index.ts`
  },
  "a module is reached through its index.ts only, which is that module's promise",
)

const webModulesNeverMeet = importRule(
  (path) => path.startsWith('web/src/') && (moduleOf(path, 'web') !== undefined || !isTest(path)),
  (specifier, path) => {
    const wanted = moduleOf(specifier, 'web')
    const isListed = path === 'web/src/modules.ts' && specifier === `web/src/modules/${wanted}/index.ts`
    return wanted !== undefined && wanted !== moduleOf(path, 'web') && !isListed
  },
  'screens share through domain, kit and lib, so that each module loads by itself; modules.ts lists them',
)

const roomsImportWhatStandsBelow: Rule = (file) => {
  const from = roomOf(file.path)
  if (from === null) return []
  return importsOf(file).flatMap((specifier) => {
    const to = roomOf(specifier)
    const refusal = to === null ? null : refusalOf(from, to)
    return refusal === null ? [] : [`${file.path} imports ${specifier}: ${refusal}`]
  })
}

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

const address = new RegExp(`['"\`#](?:${[...sections, VISITORS, paths.preview.path].join('|')})(?![\\w-])`)

const addressesStandInOnePlace: Rule = ({ path, text }) =>
  path.startsWith('web/src/') && !isTest(path) && !isGallery(path)
    ? linesMatching(text, address).map(
        (line) => `${path}:${line} writes the address of a screen: read it from contract/src/paths.ts`,
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
  'rooms import what stands below them': roomsImportWhatStandsBelow,
  'only tests import from tests': onlyTestsUseTests,
  'the product does not lean on its gallery': onlyTheGalleryShowsItself,
  'addresses of screens stand in one place': addressesStandInOnePlace,
  'requests go through one helper': requestsGoThroughOneHelper,
  'questions say what went wrong': questionsSayWhatWentWrong,
  'folders say what they hold': foldersSayWhatTheyHold,
  'no file names a path of one machine': noPathsOfOneMachine,
  'nothing is put off': nothingPutOff,
  'tests are not switched off': testsAreNotSwitchedOff,
  'files stay readable': filesStayReadable,
}
