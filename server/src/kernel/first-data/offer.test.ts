import { expect, it } from 'vitest'
import { inOrder, type FirstData } from './offer.ts'

const given = (...modules: [name: string, after?: string[]][]) => {
  const all = new Map<string, FirstData>(modules.map(([name, after]) => [name, after ? { after } : {}]))
  const names = new Map([...all].map(([name, data]) => [data, name]))
  return inOrder(all).map((data) => names.get(data))
}

it('places each module after those that its demo rows refer to', () => {
  expect(
    given(['contracts', ['stations', 'users']], ['stations', ['users']], ['users'], ['materials']),
  ).toEqual(['users', 'stations', 'contracts', 'materials'])
})

it('refuses modules that refer to each other, or to one that offers nothing', () => {
  expect(() => given(['a', ['b']], ['b', ['c']], ['c', ['a']])).toThrow('a → b → c → a')
  expect(() => given(['contracts', ['statoins']], ['stations'])).toThrow('statoins')
})
