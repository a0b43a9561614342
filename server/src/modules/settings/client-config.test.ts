import type { ClientConfig } from '@heliodesk/contract/client-config.ts'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { readEnv } from '../../env.ts'

const harness = useHarness({
  API_BASE: 'https://erp.example.com/api',
  SYSTEM_API_BASE: 'https://system.example.com/api',
  MAP_TILE_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
  MAP_TILE_ATTRIBUTION: '© 示例地图',
})

it('tells browsers the two base addresses that the operator chose', async () => {
  const { headers, body } = await harness.app.inject({ url: '/config.js' })
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(JSON.parse(body.replace(/^window\.__HELIODESK__=/, ''))).toMatchObject({
    apiBase: 'https://erp.example.com/api',
    systemApiBase: 'https://system.example.com/api',
  })
})

it('says that the product is about what it has pages for, and about nothing that is still to come', async () => {
  const { body } = await harness.app.inject({ url: '/config.js' })
  const { areas } = JSON.parse(body.replace(/^window\.__HELIODESK__=/, '')) as ClientConfig
  expect(areas).toEqual(['工单', '电站', '发电', '设备'])
  expect(areas.length).toBe(new Set(areas).size)
})

it('tells maps their tiles and lets pictures come from that host alone, where the operator named one', async () => {
  const { headers, body } = await harness.app.inject({ url: '/config.js' })
  expect(body).toContain('"mapTileUrl":"https://tiles.example.com/{z}/{x}/{y}.png"')
  expect(body).toContain('"mapTileAttribution":"© 示例地图"')
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy.find((each) => each.startsWith('img-src'))).toMatch(/ https:\/\/tiles\.example\.com$/)
  expect(policy.filter((each) => each.includes('tiles.example.com'))).toHaveLength(1)
  expect(readEnv({}).MAP_TILE_URL).toBe('')
  expect(() => readEnv({ MAP_TILE_URL: 'https://tiles.example.com/map.png' })).toThrow(
    /\{z\}, \{x\} and \{y\}/,
  )
})
