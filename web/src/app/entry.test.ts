import { expect, test } from 'vitest'
import { landingPath, signInPath } from './entry.ts'

test.each([
  ['', '/user/login'],
  ['#/', '/user/login'],
  ['#/user', '/user/login'],
  ['#/user/login', '/user/login'],
  ['#/user/login?redirect=%2FtaskCenter', '/user/login?redirect=%2FtaskCenter'],
  ['#/taskCenter', '/user/login?redirect=%2FtaskCenter'],
  ['#/taskCenter?id=7&a=b', '/user/login?redirect=%2FtaskCenter%3Fid%3D7%26a%3Db'],
])('without a token %j leads to %j', (hash, path) => {
  expect(signInPath(hash)).toBe(path)
})

test.each([
  ['', '/'],
  ['#/taskCenter?id=7', '/taskCenter?id=7'],
  ['#/user/login', '/'],
  ['#/user/login?redirect=%2FtaskCenter%3Fid%3D7%26a%3Db', '/taskCenter?id=7&a=b'],
  ['#/user/login?redirect=%2Fuser%2Flogin', '/'],
  ['#/user/login?redirect=%2F%2Fevil.example', '/'],
  ['#/user/login?redirect=https%3A%2F%2Fevil.example', '/'],
])('with a token %j opens %j', (hash, path) => {
  expect(landingPath(hash)).toBe(path)
})
