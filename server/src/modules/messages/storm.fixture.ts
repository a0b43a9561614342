import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Harness } from '../../../test/harness.ts'
import { endLeases } from '../../../test/job-tools.ts'
import { startMailServer } from './mail-server.fixture.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../../test/take-jobs.ts', import.meta.url))
const INSIDE = '127.0.0.0/8'
/** How many hear of each message. */
const EACH = 10

type Storm = { people: number; messages: number; kills: number; betweenKillsMs: number }

/**
 * Messages to people by mail and by robot, half and half, while both stand-ins fail at random, and processes that send are
 * killed. Answers what was to arrive, what did, and how often a number came again.
 */
export async function storm(harness: Harness, { people, messages, kills, betweenKillsMs }: Storm) {
  // Every seventh attempt fails: refused for the moment, or cut off.
  let attempts = 0
  const fails = () => ++attempts % 7 === 0
  const mail = await startMailServer(() => (fails() ? (attempts % 2 === 0 ? 451 : 'hang up') : null))
  const posted: string[] = []
  const robot = createServer((request, response) => {
    request.resume().on('end', () => {
      if (fails()) return void (attempts % 2 === 0 ? response.writeHead(500).end() : response.destroy())
      posted.push(String(request.headers['x-helio-delivery']))
      response.end('{"errcode":0}')
    })
  })
  await new Promise<void>((resolve) => robot.listen(0, '127.0.0.1', resolve))
  const robotPort = (robot.address() as AddressInfo).port
  await addPeople(harness, people, { mailPort: mail.port, robotPort })
  const env = { ...process.env, WEBHOOK_PRIVATE_NETWORKS: INSIDE, SMTP_PRIVATE_NETWORKS: INSIDE }
  const start = () => fork(TAKE_JOBS, [harness.url], { execArgv: [], env })
  let takers: ChildProcess[] = [start(), start()]
  const kill = async (taker: ChildProcess) => {
    const gone = once(taker, 'exit')
    taker.kill('SIGKILL')
    await gone
  }
  const telling = tellAll(harness, people, messages)
  for (let killed = 0; killed < kills; killed++) {
    await pause(betweenKillsMs)
    const [oldest, ...others] = takers
    if (oldest) await kill(oldest)
    await endLeases(harness)
    takers = [...others, start()]
  }
  await telling
  await untilSent(harness)
  await Promise.all(takers.map(kill))
  await mail.close()
  robot.closeAllConnections()
  robot.close()
  const { rows } = await harness.owner.query<{ number: string; state: string }>(
    'select number, state from message_delivery',
  )
  const received = [...mail.received.map(({ number }) => number), ...posted]
  return { planned: rows, received, attempts }
}

async function addPeople(
  { owner, tenant }: Harness,
  people: number,
  ports: { mailPort: number; robotPort: number },
) {
  await owner.query(
    `with hired as (
       insert into app_user (tenant_id, username, realname, password_hash, department_id)
       select $1, 'storm' || n, '同事' || n, 'x', (select min(id) from department where tenant_id = $1)
       from generate_series(1, $2::int) n returning id
     ), mails as (
       insert into message_mail (tenant_id, user_id, address, confirmed_at)
       select $1, id, 'p' || id || '@example.com', now() from hired
     )
     insert into message_choice (tenant_id, user_id, choices)
     select $1, id, jsonb_build_object('all', jsonb_build_array(jsonb_build_object('group', 'approval', 'when', 'now',
       'channels', jsonb_build_array(case when row_number() over (order by id) % 2 = 0 then 'mail' else 'wecom' end))))
     from hired`,
    [tenant.tenantId, people],
  )
  await owner.query(
    `insert into message_channel (tenant_id, channel, enabled, settings, updated_at) values
       ($1, 'mail', true, $2, now()), ($1, 'wecom', true, $3, now())`,
    [
      tenant.tenantId,
      { host: '127.0.0.1', port: ports.mailPort, tls: 'none', sender: 'helio@example.com' },
      { address: `http://127.0.0.1:${ports.robotPort}/send?key=k` },
    ],
  )
}

/** As the business does: in transactions of the company, some of which are rolled back. */
async function tellAll({ pool, tenant }: Harness, people: number, messages: number): Promise<void> {
  const PORTION = 50
  const client = await pool.connect()
  for (let from = 0; from < messages; from += PORTION) {
    const tell = `
      select app.tell('planToAudit', 'plan', n, 'JH' || n, null, 'storm ' || n, jsonb_build_object('code', 'JH' || n),
        array(select id from app_user where username like 'storm%' order by (id * 7919 + n * 104729) % ${people}, id limit ${EACH}),
        null, now())
      from generate_series(${from + 1}, ${Math.min(from + PORTION, messages)}) n`
    const begin = `begin; select set_config('app.tenant', '${tenant.tenantId}', true)`
    if (from % (PORTION * 5) === 0) await client.query(`${begin}; ${tell}; rollback`)
    await client.query(`${begin}; ${tell}; commit`)
  }
  client.release()
}

/** Waits for other attempts are cut short. */
async function untilSent({ owner }: Harness): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ left: number }>(
      `select count(*)::int as left from job where kind like 'message%' and given_up_at is null`,
    )
    if (rows[0]!.left === 0) return
    await owner.query(
      `update job set next_at = now() where kind like 'message%' and lease is null and next_at > now()`,
    )
    await pause(500)
  }
}
