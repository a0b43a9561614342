import { expect, test } from 'vitest'

import { repository } from './processes.ts'
import { drawRooms } from './rooms-picture.ts'
import { edgesOf, refusalOf, roomOf } from './rooms.ts'
import { readTree } from './tree.ts'

const tree = readTree(repository)

test('the pictures of the rooms show the imports of today: npm run rooms draws them', async () => {
  const texts = new Map(tree.map(({ path, text }) => [path, text]))
  for (const [path, svg] of Object.entries(await drawRooms(tree))) {
    expect(texts.get(path) === svg ? 'up to date' : 'out of date', path).toBe('up to date')
  }
})

test('a picture changes with the imports', async () => {
  const more = { path: 'web/src/lib/more.ts', text: "import { own } from '@heliodesk/contract/own.ts'\n" }
  const [before, after] = await Promise.all([drawRooms(tree), drawRooms([...tree, more])])
  expect(after['docs/rooms.svg']).not.toBe(before['docs/rooms.svg'])
  expect(after['docs/server-modules.svg']).toBe(before['docs/server-modules.svg'])
})

test.for<[path: string, room: string | null]>([
  ['web/src/kit/fields/TextField.tsx', 'web/kit'],
  ['web/src/modules/users/index.ts', 'web/modules'],
  ['web/src/modules.ts', 'web/modules'],
  ['web/src/main.tsx', 'web/main'],
  ['server/src/app.ts', 'server/main'],
  ['contract/src/own.ts', 'contract'],
  ['web/src/kit/Button.test.tsx', null],
  ['web/src/kit/Button.gallery.tsx', null],
  ['web/gallery/Hold.tsx', null],
  ['tools/tree.ts', null],
])('the room of %s', ([path, room]) => {
  expect(roomOf(path)).toBe(room)
})

test('imports are counted from room to room, without style sheets and without those inside', () => {
  const text =
    "import './a.css'\nimport '../lib/a.ts'\nimport type { B } from '../lib/b.ts'\nimport './c.ts'\n"
  expect(edgesOf([{ path: 'web/src/kit/a.ts', text }])).toEqual([
    { from: 'web/kit', to: 'web/lib', imports: 2 },
  ])
})

test.for<[from: string, to: string, refusal: string | null]>([
  ['web/app', 'web/lib', null],
  ['web/app', 'contract', null],
  ['web/lib', 'web/kit', 'web/lib stands below web/kit'],
  ['web/lib', 'server/kernel', 'web and server share nothing but the contract'],
  ['web/attic', 'web/kit', 'web/attic is no room: give it its place in tools/rooms.ts'],
  ['web/app', 'web/attic', 'web/attic is no room: give it its place in tools/rooms.ts'],
])('%s importing %s', ([from, to, refusal]) => {
  expect(refusalOf(from, to)).toBe(refusal)
})
