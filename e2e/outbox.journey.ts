import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { addOn, leftOn, openOutboxPage, wakeOn } from './outbox-page.ts'
import { OutboxServer } from './outbox-server.ts'

test('what two windows queue without a signal survives the loss of the database, and arrives once', async ({
  context,
}) => {
  const server = new OutboxServer()
  await server.start()
  await server.kill()
  const [one, other] = [await context.newPage(), await context.newPage()]
  await openOutboxPage(one, server)
  await openOutboxPage(other, server)
  const kept = [
    await addOn(one, 'order-1', 'hours'),
    await addOn(other, 'order-1', 'photo', 700_000),
    await addOn(one, 'order-2', 'note'),
    ...(await Promise.all([one, other, one, other].map((page) => addOn(page, 'order-1', 'step')))),
  ]
  expect(kept.map(({ seq }) => seq).toSorted((before, after) => before - after)).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ])
  expect((await leftOn(one)).health).toMatchObject({ files: 'kept' })

  await other.close()
  await one.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.deleteDatabase('field-1-trial')
        request.addEventListener('success', resolve)
      }),
  )
  await openOutboxPage(one, server)
  expect((await leftOn(one)).health.healed).toEqual({ database: 7, journal: 0 })

  await server.start()
  await wakeOn(one)
  await expect.poll(async () => (await leftOn(one)).isIdle).toBe(true)
  expect(await leftOn(one)).toMatchObject({ rows: [], errors: [] })
  const ofOrder = (lane: string) =>
    kept.filter((each) => each.lane === lane).toSorted((a, b) => a.seq - b.seq)
  for (const lane of ['order-1', 'order-2'])
    expect(server.log.filter((row) => row.lane === lane).map(({ key }) => key)).toEqual(
      ofOrder(lane).map(({ key }) => key),
    )
  expect(server.isWhole(kept[1]!.photo!)).toBe(true)
  await server.kill()
})
