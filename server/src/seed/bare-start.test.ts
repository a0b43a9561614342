import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureFirstData } from './first-start.ts'
import { openTrial, type Trial } from './trial.fixture.ts'

describe('without demo data', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = await openTrial()
  })
  afterAll(() => trial.end())

  test('makes one administrator whose password is told once and must be changed', async () => {
    const printed = await ensureFirstData(trial.pool, { demo: false })
    const password = /password\s+(\S+)/.exec(printed)![1]!
    expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d])[!-~]{8,14}$/)
    const users = await trial.rows<{
      username: string
      password_hash: string
      must_change_password: boolean
    }>('select username, password_hash, must_change_password from app_user')
    expect(users).toMatchObject([{ username: 'admin', must_change_password: true }])
    expect(await verify(users[0]!.password_hash, password)).toBe(true)
    expect(await trial.rows('select name from tenant where demo')).toEqual([])
    expect(await trial.rows('select 1 from station union all select 1 from work_order')).toEqual([])
    const templates = await trial.rows('select id from task_type')
    expect(templates).toHaveLength(16)

    expect(await ensureFirstData(trial.pool, { demo: false })).toBe('')
    expect(await ensureFirstData(trial.pool, { demo: true })).toBe('')
    expect(await trial.rows('select id from tenant')).toHaveLength(1)
  })
})
