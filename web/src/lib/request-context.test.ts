import { afterEach, expect, test } from 'vitest'
import { configure } from './client-config.fixture.ts'
import { baseFor } from './request-context.ts'

afterEach(() => {
  delete window.__HELIODESK__
})

test('each of the two clients has a base address of its own, which the operator configures', () => {
  configure({
    apiBase: 'https://erp.example.com/api',
    systemApiBase: 'https://system.example.com/api',
  })
  expect(baseFor({ envelope: 'erp' })).toBe('https://erp.example.com/api')
  expect(baseFor({ envelope: 'captcha' })).toBe('https://erp.example.com/api')
  expect(baseFor({ envelope: 'sys' })).toBe('https://system.example.com/api')
})

test('unconfigured, both are on the server that the page came from', () => {
  expect([baseFor({ envelope: 'erp' }), baseFor({ envelope: 'sys' })]).toEqual(['/api', '/api'])
})
