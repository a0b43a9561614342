import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { importNow } from '../src/modules/data-import/upload.fixture.ts'
import { signInByPassword, useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'

const harness = useHarness()

/** Names that every plain object inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype)

let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

describe('names that every object inherits', () => {
  it('are codes of dictionaries like any others, and people sign in', async () => {
    const possible = inherited.filter((code) => /^[A-Za-z]/.test(code))
    expect(possible).toContain('constructor')
    for (const dictCode of possible) {
      const { id } = await harness.call(admin, dictionaryCalls.add, { dictCode, dictName: dictCode })
      await harness.call(admin, dictionaryCalls.addItem, { dictId: id, itemText: '甲', itemValue: 'a' })
    }
    const { sysAllDictItems } = await signInByPassword(harness, 'a_worker', harness.tenant.password)
    const all = await harness.call(admin, choiceCalls.all, {})
    for (const code of possible) {
      expect(Object.hasOwn(sysAllDictItems, code)).toBe(true)
      expect(sysAllDictItems[code]).toMatchObject([{ value: 'a', label: '甲' }])
      expect(all[code]).toEqual(sysAllDictItems[code])
    }
  })

  it('are provinces, columns and kinds of an import like any others', async () => {
    const head = ['电站名称', '容量(kWp)', '省份', '纬度', '经度', ...inherited].join(',')
    const rows = inherited.map((name) => [`电站${name}`, 1000, name, 33, 120].join(','))
    const content = [head, ...rows, ''].join('\n')
    const { state } = await importNow(harness, admin, { kind: 'stations', depCode: 'A01A01', content })
    expect(state).toBe('done')
    const { list } = await harness.call(admin, stationCalls.page, { size: 500 })
    for (const name of inherited)
      expect(list.find(({ psName }) => psName === `电站${name}`)).toMatchObject({ province: name })
  })
})
