import { afterEach, expect, test } from 'vitest'
import { baseFor } from './request-context.ts'

afterEach(() => {
  delete window.__HELIODESK__
})

test('each of the two clients has a base address of its own, which the operator configures', () => {
  window.__HELIODESK__ = {
    apiBase: 'https://erp.example.com/api',
    systemApiBase: 'https://system.example.com/api',
    productName: '光伏运维管理平台',
    logoUrl: null,
    areas: [],
    filingNumber: '',
    phoneLogin: true,
    appDownloadUrl: '',
    captchaType: 'blockPuzzle',
    providers: [],
    mapTileUrl: '',
    mapTileAttribution: '',
  }
  expect(baseFor({ envelope: 'erp' })).toBe('https://erp.example.com/api')
  expect(baseFor({ envelope: 'captcha' })).toBe('https://erp.example.com/api')
  expect(baseFor({ envelope: 'sys' })).toBe('https://system.example.com/api')
})

test('unconfigured, both are on the server that the page came from', () => {
  expect([baseFor({ envelope: 'erp' }), baseFor({ envelope: 'sys' })]).toEqual(['/api', '/api'])
})
