import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { useFolder } from '../../../test/folder.ts'
import { flag, listOf, readJson, readTable } from './data-file.ts'

const folder = useFolder('data-file')

async function write(name: string, content: string): Promise<URL> {
  await writeFile(join(folder, name), content)
  return pathToFileURL(join(folder, name))
}

const row = {
  name: z.string(),
  share: z.coerce.number().default(0),
  stops: flag,
  types: listOf(z.coerce.number()),
}

it('reads texts, numbers, flags and lists; an empty cell is absent', async () => {
  const file = await write('good.csv', 'name,share,stops,types\n"箱变, 1号",0.5,yes,7 8\n逆变器,,,\n')
  expect(readTable(file, row)).toEqual([
    { name: '箱变, 1号', share: 0.5, stops: true, types: [7, 8] },
    { name: '逆变器', share: 0, stops: false, types: undefined },
  ])
})

it.each([
  ['a wrong number', 'name,share,stops,types\n箱变,,,\n逆变器,half,,\n', /at \[1\]\.share/],
  ['another word than yes', 'name,share,stops,types\n箱变,,no,\n', /at \[0\]\.stops/],
  ['an empty cell that must be filled', 'name,share,stops,types\n,1,,\n', /at \[0\]\.name/],
  ['a wrong value in a list', 'name,share,stops,types\n箱变,,,7 x\n', /at \[0\]\.types\[1\]/],
  ['a column that nobody reads', 'name,share,stops,types,kw\n箱变,,,,1\n', /"kw"/],
  ['a missing column', 'share,stops,types\n1,,\n', /at \[0\]\.name/],
])('refuses %s and names the file and the place', async (what, content, place) => {
  const file = await write(`${what}.csv`, content)
  expect(() => readTable(file, row)).toThrow(`${what}.csv`)
  expect(() => readTable(file, row)).toThrow(place)
})

it('checks JSON in the same way', async () => {
  const schema = z.array(z.strictObject({ name: z.string() }))
  expect(readJson(await write('good.json', '[{ "name": "箱变" }]'), schema)).toEqual([{ name: '箱变' }])
  const bad = await write('bad.json', '[{ "name": 1 }]')
  expect(() => readJson(bad, schema)).toThrow(/bad\.json[^]*at \[0\]\.name/)
})
