import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { dropDraft, keepDraft, readDraft, type KeptDraft } from './kept-draft.ts'

const kept: KeptDraft = {
  version: 3,
  savedAt: 1_795_000_000_000,
  draft: { prerequisiteList: [], stepList: [], workHoursList: [], executionNote: '已更换' },
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ user: null })
})

test('a draft is kept for its own order and goes when it is saved', async () => {
  expect(await keepDraft('7', kept)).toBe('kept')
  expect(readDraft('7')).toEqual(kept)
  expect(readDraft('8')).toBeNull()
  dropDraft('7')
  expect(readDraft('7')).toBeNull()
})

test('on a shared device each person finds only their own draft', async () => {
  useSession.setState({ user })
  await keepDraft('7', kept)
  useSession.setState({ user: { ...user, id: '8' } })
  expect(readDraft('7')).toBeNull()
  useSession.setState({ user })
  expect(readDraft('7')).toEqual(kept)
})

test('a full storage is told, not thrown', async () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(await keepDraft('7', kept)).toBe('full')
})
