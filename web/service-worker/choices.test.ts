import { expect, test } from 'vitest'
import { cacheOf, cachesToDrop, choiceOf, isOfBuild } from './choices.ts'

const ORIGIN = 'https://pv.test'
const choose = (path: string, { method = 'GET', mode = 'cors' } = {}) =>
  choiceOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN)
const open = (path: string) => choose(path, { mode: 'navigate' })

test('the product’s page comes from the device, other pages of the server from the server', () => {
  expect(open('/')).toBe('page')
  expect(open('/?token=T')).toBe('page')
  expect(open('/#/my/orders')).toBe('page')
  expect(open('/index.html')).toBe('page')
  expect(open('/docs')).toBe('outside')
})

test('calls, files of records and other origins are left to the network', () => {
  expect(choose('/api/ops/order/page', { method: 'POST' })).toBe('pass')
  expect(choose('/api/sys/user/getUserInfo')).toBe('pass')
  expect(open('/api/common/static/x.pdf')).toBe('pass')
  expect(choose('/sw.js')).toBe('pass')
  expect(choose('/', { method: 'HEAD' })).toBe('pass')
  expect(choose('https://tiles.test/1/2/3.png')).toBe('pass')
})

test('files come from the build, the operator’s settings from the server as long as it answers', () => {
  expect(choose('/assets/start-abc.js')).toBe('file')
  expect(choose('/theme.js')).toBe('file')
  expect(choose('/apiary.js')).toBe('file')
  expect(choose('/config.js')).toBe('settings')
})

test('of the builds on the device its own and the one before it stay', () => {
  const [one, two, three] = ['1', '2', '3'].map(cacheOf) as [string, string, string]
  expect(cachesToDrop([one, two, three], three)).toEqual([one])
  expect(cachesToDrop([one, two], two)).toEqual([])
  expect(cachesToDrop([three], three)).toEqual([])
  expect(cachesToDrop(['of-others', one, two, three], three)).toEqual([one])
})

test('a page of another build is not taken for this one', () => {
  expect(isOfBuild('<script src="/assets/start-aaa.js">', '/assets/start-aaa.js')).toBe(true)
  expect(isOfBuild('<script src="/assets/start-bbb.js">', '/assets/start-aaa.js')).toBe(false)
})
