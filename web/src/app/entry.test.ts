import { expect, test } from 'vitest'
import { isAlteration, landingPath, otherSignInPage, readArrival, signInPath } from './entry.ts'

test.each([
  ['', '/user/login'],
  ['#/', '/user/login'],
  ['#/user', '/user/login'],
  ['#/user/login', '/user/login'],
  ['#/user/login?redirect=%2FtaskCenter', '/user/login?redirect=%2FtaskCenter'],
  ['#/user/alteration', '/user/alteration'],
  ['#/user/alteration?redirect=%2FtaskCenter', '/user/alteration?redirect=%2FtaskCenter'],
  ['#/user/tickling/tickling', '/user/login?redirect=%2Fuser%2Ftickling%2Ftickling'],
  ['#/taskCenter', '/user/login?redirect=%2FtaskCenter'],
  ['#/taskCenter?id=7&a=b', '/user/login?redirect=%2FtaskCenter%3Fid%3D7%26a%3Db'],
])('without a token %j leads to %j', (hash, path) => expect(signInPath(hash)).toBe(path))

test.each([
  ['', '/'],
  ['#/taskCenter?id=7', '/taskCenter?id=7'],
  ['#/user/login', '/'],
  ['#/user/login?redirect=%2FtaskCenter%3Fid%3D7%26a%3Db', '/taskCenter?id=7&a=b'],
  ['#/user', '/'],
  ['#/user/tickling/tickling', '/user/tickling/tickling'],
  ['#/user/login?redirect=%2Fuser%2Ftickling%2Ftickling', '/user/tickling/tickling'],
  ['#/user/login?redirect=%2Fuser%2Flogin', '/'],
  ['#/user/login?redirect=%2Fuser%2Flogin%3Fredirect%3D%2Fa', '/'],
  ['#/user/login?redirect=%2F%2Fevil.example', '/'],
  ['#/user/login?redirect=https%3A%2F%2Fevil.example', '/'],
])('with a token %j opens %j', (hash, path) => expect(landingPath(hash)).toBe(path))

test('from one sign-in page to the other the wanted page is not forgotten', () => {
  expect(otherSignInPage('alteration', '#/user/login?redirect=%2FtaskCenter')).toBe(
    '#/user/alteration?redirect=%2FtaskCenter',
  )
  expect(otherSignInPage('login', '#/user/alteration')).toBe('#/user/login')
  expect([isAlteration('#/user/alteration?a=b'), isAlteration('#/user/alterations')]).toEqual([true, false])
})

const nothing = { ticket: null, clear: false, theme: null, fault: null }
const session = { kind: 'session', token: 'T', tenantId: null, deviceId: null }

test.each([
  [
    'before the hash',
    '/?token=T&tenant_id=1&deviceId=D#/taskCenter?id=7',
    { ...nothing, ticket: { ...session, tenantId: '1', deviceId: 'D' } },
    '/#/taskCenter?id=7',
  ],
  [
    'inside the hash',
    '/#/user/login?tenant_id=1&token=T&redirect=%2FtaskCenter',
    { ...nothing, ticket: { ...session, tenantId: '1' } },
    '/#/user/login?redirect=%2FtaskCenter',
  ],
  [
    'a page whose own query holds another question mark',
    '/#/user/login?redirect=/preview?id=7&token=T',
    { ...nothing, ticket: session },
    '/#/user/login?redirect=%2Fpreview%3Fid%3D7',
  ],
  ['a token alone', '/?token=T', { ...nothing, ticket: session }, '/'],
  [
    'the end of a round trip',
    '/#/user/login?thirdToken=X&thirdType=azure',
    { ...nothing, ticket: { kind: 'third', token: 'X', type: 'azure' } },
    '/#/user/login',
  ],
  [
    'a round trip that failed',
    '/#/user/login?fault=%E7%99%BB%E5%BD%95%E5%A4%B1%E8%B4%A5',
    { ...nothing, fault: '登录失败' },
    '/#/user/login',
  ],
  ['a flag and a theme', '/?clear=1&navTheme=dark&v=2', { ...nothing, clear: true, theme: 'dark' }, '/?v=2'],
])('%s is handed over and gone from the address', (_name, address, arrival, rest) => {
  expect(readArrival(`https://desk.example${address}`)).toEqual({ arrival, rest })
})

test.each([
  ['nothing', '/'],
  ['a page’s own query', '/#/station/device?deviceId=7&tenant_id=1'],
  ['an empty token', '/?token='],
  ['half a round trip', '/#/user/login?thirdToken=X'],
  ['another value of the flag', '/?clear=0&navTheme=neon'],
  ['a fault somewhere else', '/#/alarm?fault=inverter'],
])('%s hands over nothing', (_name, address) => {
  expect(readArrival(`https://desk.example${address}`)).toBeNull()
})
