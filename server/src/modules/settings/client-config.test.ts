import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness({
  API_BASE: 'https://erp.example.com/api',
  SYSTEM_API_BASE: 'https://system.example.com/api',
})

it('tells browsers the two base addresses that the operator chose', async () => {
  const { headers, body } = await harness.app.inject({ url: '/config.js' })
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(JSON.parse(body.replace(/^window\.__HELIODESK__=/, ''))).toMatchObject({
    apiBase: 'https://erp.example.com/api',
    systemApiBase: 'https://system.example.com/api',
  })
})
