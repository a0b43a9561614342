import { expect, it, onTestFinished } from 'vitest'
import { openChanges } from './change-events.ts'
import { useHarness } from './harness.ts'
import { hire } from './hire.ts'
import { post, settingsOf } from './server-process.ts'
import { useTwoServers } from './two-servers.ts'

const harness = useHarness()
const servers = useTwoServers(() => settingsOf(harness))

async function listen(token: string) {
  let stream = await openChanges(servers[1].url, token)
  // A server that has just started does not hear yet.
  while (stream.status === 503) stream = await openChanges(servers[1].url, token)
  onTestFinished(() => stream.close())
  await stream.next()
  return stream
}

it('what is personal is told at every server, to those alone whose it is', async () => {
  const [told, other] = [
    await hire(harness, { username: 'is.told', codes: ['message:view'] }),
    await hire(harness, { username: 'is.not.told', codes: ['message:view'] }),
  ]
  const [own, others] = [await listen(told.token), await listen(other.token)]
  await harness.owner.query(
    `begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true);
     select app.announce_to('message', array[${told.id}]::bigint[]); commit`,
  )
  expect((await own.until('message')).at(-1)).toHaveProperty('message')
  // Everybody may see this, so its event ends the wait for one that must not come.
  await post(servers[0], told.token, '/sys/tickling/add', { kind: 'other', content: '有吗' })
  const heard = await others.until('inquiry')
  expect(heard.flatMap((event) => Object.keys(event ?? {}))).not.toContain('message')
})
