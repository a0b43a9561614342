import { Refusal, renamed, type Names } from './names.ts'

/** A place in the repository where every module is listed: adds the new one to the text of the file. */
type WiringPoint = { path: string; add: (text: string, of: (sample: string) => string) => string }

/** The end of the only match, or a refusal: the file has changed, and this tool must change with it. */
function endOf(text: string, anchor: RegExp): number {
  const matches = [...text.matchAll(new RegExp(anchor, 'gm'))]
  const [match] = matches
  if (!match || matches.length > 1)
    throw new Refusal(`${matches.length} places instead of one match ${anchor}: adapt tools/new/wiring.ts.`)
  return match.index + match[0].length
}

const after = (text: string, anchor: RegExp, more: string): string => {
  const at = endOf(text, anchor)
  return text.slice(0, at) + more + text.slice(at)
}

/** Adds a line at the end of the lines `each` that follow the only match of `head`. */
function inList(text: string, head: RegExp, each: RegExp, line: string): string {
  const at = endOf(text, head)
  const lines = text.slice(at).split('\n')
  const length = lines.findIndex((one) => !each.test(one))
  if (length < 1) throw new Refusal(`no list follows ${head}: adapt tools/new/wiring.ts.`)
  lines.splice(length, 0, line)
  return text.slice(0, at) + lines.join('\n')
}

/** Adds an import where the order of the specifiers puts it. */
function importing(text: string, line: string): string {
  const specifierOf = (one: string) => /from '(.*)'$/.exec(one)?.[1] ?? ''
  const lines = text.split('\n')
  const imports = lines.flatMap((one, at) => (/^(?:import|\}) .*from '/.test(one) ? [at] : []))
  const [own, last] = [specifierOf(line), imports.at(-1)]
  if (last === undefined) throw new Refusal('no imports are found: adapt tools/new/wiring.ts.')
  const next = imports.find(
    (at) =>
      lines[at]!.startsWith('import') &&
      own[0] === specifierOf(lines[at]!)[0] &&
      specifierOf(lines[at]!) > own,
  )
  lines.splice(next ?? last + 1, 0, line)
  return lines.join('\n')
}

const points: readonly WiringPoint[] = [
  {
    path: 'contract/src/entities.ts',
    add: (text, of) => inList(text, /^export type Entity =\n/, /^ {2}\| '/, of(`  | 'sampleThing'`)),
  },
  {
    path: 'contract/src/permissions.ts',
    add: (text, of) =>
      after(
        text,
        /^ {2}'device:edit': .*\n/,
        of(`  'sampleThing:list': '查看样品',\n  'sampleThing:edit': '维护样品',\n`),
      ),
  },
  {
    path: 'contract/src/paths.ts',
    add: (text, of) =>
      after(
        text,
        /^ {2}devices: screen.*\n/,
        of(`  sampleThings: screen<'sampleThing'>('/station/sampleThing'),\n`),
      ),
  },
  {
    path: 'contract/src/exports.ts',
    add: (text, of) =>
      importing(
        inList(
          text,
          /^const exportable = \{\n/,
          /^ {2}\w+: \{ /,
          of(`  sampleThings: { title: '样品', rights: ['sampleThing:list'], filters: sampleThingQuery },`),
        ),
        of(`import { sampleThingQuery } from './sample-things.ts'`),
      ),
  },
  {
    path: 'server/src/modules.ts',
    add: (text, of) =>
      importing(
        inList(text, /^const working: Module\[\] = \[\n/, /^ {2}\w+,$/, of('  sampleThings,')),
        of(`import { sampleThings } from './modules/sample-things/index.ts'`),
      ),
  },
  {
    path: 'server/src/menu.ts',
    add: (text, of) =>
      after(
        text,
        /^ {8}component: 'devices\/DeviceListPage',\n(?: {8}.*\n)+ {6}\},\n/,
        of(`      {
        path: paths.sampleThings.path,
        name: '样品',
        component: 'sample-things/SampleThingListPage',
        icon: 'folder',
        codes: ['sampleThing:list', 'sampleThing:edit'],
      },
`),
      ),
  },
  {
    path: 'server/test/records.ts',
    add: (text, of) =>
      after(
        after(
          text,
          /^export const recordTypes: .*\n/,
          of(`  { path: '/sampleThing/', table: 'sample_thing', noun: '样品' },\n`),
        ),
        /^export async function addRecords\(.*\n.*administratorOf\(tenant\)\]\n/,
        of(`  await harness.owner.query(
    \`insert into sample_thing (tenant_id, station_id, name, created_at, created_by, updated_at, updated_by)
     values ($1, $2, '机密样品', now(), $3, now(), $3)\`,
    [tenant.tenantId, station.id, administrator.id],
  )
`),
      ),
  },
  {
    path: 'web/src/modules.ts',
    add: (text, of) =>
      importing(
        inList(
          text,
          /^export const modules: readonly WebModule\[\] = \[\n/,
          /^ {2}\w+,$/,
          of('  sampleThings,'),
        ),
        of(`import { sampleThings } from './modules/sample-things/index.ts'`),
      ),
  },
  {
    path: 'docs/glossary.md',
    add: (text, of) =>
      after(
        text,
        /^\| 区域 .*\n/,
        of('| 样品 | `sampleThing`, `sample_thing` | sample thing: a record of one station |\n'),
      ),
  },
]

/** The changed files by path. `read` returns a file's text, undefined where there is none. Throws a Refusal. */
export function wired(names: Names, read: (path: string) => string | undefined): Map<string, string> {
  const of = (sample: string) => renamed(sample, names)
  return new Map(
    points.map(({ path, add }) => {
      const text = read(path)
      if (text === undefined) throw new Refusal(`${path} is missing: adapt tools/new/wiring.ts.`)
      try {
        return [path, add(text, of)]
      } catch (error) {
        throw error instanceof Refusal ? new Refusal(`${path}: ${error.message}`) : error
      }
    }),
  )
}
