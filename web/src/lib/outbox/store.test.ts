import { describe, expect, test } from 'vitest'
import { chooseNext, PIECE_BYTES } from './book.ts'
import { Disk, Process, World } from './device.fixture.ts'
import { intent } from './rows.fixture.ts'
import { Seal } from './seal.ts'
import { Store } from './store.ts'

/** A world in which everything happens at once. */
class Instant extends World {
  override async step<T>(_process: Process, run: () => T): Promise<T> {
    return run()
  }
}

const bytes = Uint8Array.from({ length: PIECE_BYTES + 9 }, (_, at) => at & 255)
const picture = { id: 'p', sha256: '', bytes }

/** The app is opened on this device. */
async function open(disk: Disk, hasFiles = true, seal?: Seal) {
  const world = new Instant()
  const process = new Process()
  let last: Promise<unknown> = Promise.resolve()
  const store = new Store({
    database: disk.database(world, process),
    files: hasFiles ? disk.vault(world, process) : null,
    alone: (work) => {
      const run = last.then(work)
      last = run.catch(() => {})
      return run
    },
    ...(seal && { amend: (book) => seal.changesFor(book) }),
  })
  const health = await store.open()
  return { store, health }
}

const keysOf = async (store: Store) => [...(await store.book()).rows.keys()]

describe('of two stores', () => {
  test.for(['database lost', 'journal lost', 'database older'] as const)('one is enough: %s', async (how) => {
    const disk = new Disk()
    const { store } = await open(disk)
    await store.add(intent('a', { photo: 'p' }), picture)
    await store.add(intent('b'))
    disk.damage(how, 0)
    const { store: next, health } = await open(disk)
    expect(await keysOf(next)).toEqual(['a', 'b'])
    expect(health).toMatchObject({ files: 'kept', unreadable: 0 })
    expect(health.healed.database + health.healed.journal).toBe(2)
    const photo = (await next.book()).photos.get('p')!
    expect(await next.piece(photo, 1)).toEqual(bytes.slice(PIECE_BYTES))
    expect((await open(disk)).health.healed).toEqual({ database: 0, journal: 0 })
  })

  test('the database may be begun anew while the app is open', async () => {
    const disk = new Disk()
    const { store } = await open(disk)
    await store.add(intent('a'))
    disk.damage('database lost', 0)
    await store.add(intent('b'))
    expect(await keysOf(store)).toEqual(['a', 'b'])
    expect(store.health.healed.database).toBe(1)
  })

  test('what was taken back stays away', async () => {
    const disk = new Disk()
    const { store } = await open(disk)
    await store.add(intent('a'))
    expect(await store.drop('a')).toBe(true)
    disk.damage('database older', 0.9)
    expect(await keysOf((await open(disk)).store)).toEqual([])
  })
})

test('a photo whose bytes are gone is named, and holds up the submission until a person decides', async () => {
  const disk = new Disk()
  const { store } = await open(disk)
  await store.add(intent('a', { photo: 'p' }), picture)
  await store.add(intent('submit', { last: true }))
  await store.settle([{ did: 'done', key: 'a' }])
  disk.damage('pieces lost', 0)
  const { store: next } = await open(disk)
  expect((await next.book()).photos.get('p')).toMatchObject({ lost: true })
  expect(chooseNext(await next.book())).toEqual([])
  await next.doWithout('p')
  expect(chooseNext(await next.book())).toMatchObject([{ key: 'submit' }])
})

test('damaged bytes of a photo are noticed when they are read', async () => {
  const disk = new Disk()
  const { store } = await open(disk)
  await store.add(intent('a', { photo: 'p' }), picture)
  disk.files.pieces.bytes[7]! ^= 1
  expect(await store.piece((await store.book()).photos.get('p')!, 0)).toBeNull()
  expect((await store.book()).photos.get('p')).toMatchObject({ lost: true })
})

test('without private files all lies in the database, and that is said', async () => {
  const disk = new Disk()
  const { store, health } = await open(disk, false)
  expect(health.files).toBe('none')
  await store.add(intent('a', { photo: 'p' }), picture)
  const photo = (await store.book()).photos.get('p')!
  expect(await store.piece(photo, 0)).toEqual(bytes.slice(0, PIECE_BYTES))
  expect(disk.used()).toBe(0)
})

test('files that fail are done without, and that is said', async () => {
  const disk = new Disk()
  const { store } = await open(disk)
  disk.files.one.handle = disk.files.other.handle = () => {
    throw new DOMException('held by another window', 'NoModificationAllowedError')
  }
  await store.add(intent('a'))
  expect(store.health.files).toEqual({ failed: 'held by another window' })
  expect(await keysOf((await open(disk)).store)).toEqual(['a'])
})

test('a full device keeps nothing of what it refused', async () => {
  const disk = new Disk()
  const { store } = await open(disk)
  disk.quota = disk.used() + 100
  await expect(store.add(intent('a', { photo: 'p' }), picture)).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  disk.quota = Infinity
  expect(await keysOf((await open(disk)).store)).toEqual([])
})

test('what is on its way cannot be taken back', async () => {
  const { store } = await open(new Disk())
  await store.add(intent('a'))
  expect(await store.markTried(['a', 'gone'])).toMatchObject([{ key: 'a' }])
  expect(await store.drop('a')).toBe(false)
})

test('what a version before left unsealed is sealed in both stores at the start, and nothing of it is lost', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const refusal = { code: 'order.terminated', message: '工单已被王景行作废' }
  const before = new Seal(key)
  const disk = new Disk()
  const { store } = await open(disk)
  await store.add(await before.close(intent('a')))
  await store.add(await before.close(intent('b')))
  await store.settle([{ did: 'refuse', key: 'a', refusal }])
  const files = () =>
    Object.values(disk.files)
      .map(({ bytes: all }) => new TextDecoder().decode(all))
      .join('')
  const lies = () => files() + JSON.stringify([...disk.book.rows])
  expect(lies()).toContain('王景行')

  const seal = new Seal(key)
  const { store: next } = await open(disk, true, seal)
  expect(lies()).not.toMatch(/王景行|order\.terminated/)
  const rows = await Promise.all([...(await next.book()).rows.values()].map((row) => seal.open(row)))
  expect(rows.map(({ body, refusal: reason }) => [body, reason])).toEqual([
    [intent('a').body, refusal],
    [intent('b').body, null],
  ])
  // What one store had only is sealed as well.
  disk.damage('database lost', 0)
  await open(disk, true, new Seal(key))
  expect(lies()).not.toContain('王景行')
  expect(chooseNext(await next.book()).map(({ key: id }) => id)).toEqual(['b'])
})
