import { expect, it } from 'vitest'
import { explainOutput } from './failure.ts'

it.each([
  ['FATAL: could not write: No space left on device', '磁盘'],
  [
    'initdb: could not look up effective user ID 4711',
    '当前用户号在 /etc/passwd 中没有记录，PostgreSQL 无法启动',
  ],
  ['LOG: something else', '内置 PostgreSQL 无法启动（数据目录 /data），它的最后输出如下'],
])('“%s” is explained', (output, words) => {
  const { message } = explainOutput('/data', { chinese: '启动', english: 'start' }, output)
  expect(message).toContain(words)
})
