import { describe, expect, test } from 'vitest'
import { deviceId } from '../../../lib/session.ts'
import { flagsOf } from '../flags.ts'
import { entry } from '../menu-fixture.ts'
import { listedSisters, sisterAddress } from './systems.ts'

const sisters = [
  { path: '/houseHold', title: '户用系统', url: 'https://household.example/' },
  { path: '/iSolarHealth', title: '健康评估系统', url: 'https://health.example/' },
  { path: '/smartAnalyze', title: '数据分析系统', url: 'https://analyze.example/' },
  { path: '/solarCare', title: '智能巡检系统', url: 'https://care.example/' },
  { path: '/integratedPlatform', title: '一体化平台', url: 'https://platform.example/' },
] as const

const listed = (...paths: string[]) =>
  listedSisters(flagsOf(paths.map((path) => entry(path, path))), sisters).map(
    ({ path, permitted }) => `${path}${permitted ? '' : ' without permission'}`,
  )

describe('the product switcher', () => {
  test.each(sisters.map(({ path }) => path))('lists %s only where the menu has it at its top', (path) => {
    expect(listed('/taskCenter', path)).toEqual([path])
    expect(listed('/taskCenter')).toEqual([])
    const below = entry('/production', '生产运营', { children: [entry(path, path)] })
    expect(listedSisters(flagsOf([below]), sisters)).toEqual([])
  })

  test('lists every sister under the ERP flag, those without permission too', () => {
    expect(listed('/isolarerp', '/solarCare')).toEqual([
      '/houseHold without permission',
      '/iSolarHealth without permission',
      '/smartAnalyze without permission',
      '/solarCare',
      '/integratedPlatform without permission',
    ])
  })

  test('leads to the login route at the sister’s own address, with tenant, token and device', () => {
    const way = { url: 'https://care.example/app/#/old', tenantId: '7', token: 'a b&c' }
    expect(sisterAddress(way)).toBe(
      `https://care.example/app/#/user/login?tenant_id=7&token=a+b%26c&deviceId=${deviceId()}`,
    )
  })
})
