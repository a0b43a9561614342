import { expect, test } from 'vitest'
import { grantsOf } from './grants.ts'

const button = (action: string, type = '1') => ({ action, type, describe: '' })

test('buttons count, type 2 does not, and one action may list several codes', () => {
  const { codes } = grantsOf({
    auth: [button('order:list'), button('order:assign, order:claim'), button('order:audit', '2')],
    allAuth: [],
  })
  expect([...codes]).toEqual(['order:list', 'order:assign', 'order:claim'])
})

test('what is not in force is open to everybody', () => {
  const { notInForce } = grantsOf({
    auth: [],
    allAuth: [
      { ...button('order:list'), status: '1' },
      { ...button('order:export'), status: '0' },
    ],
  })
  expect([...notInForce]).toEqual(['order:export'])
})
