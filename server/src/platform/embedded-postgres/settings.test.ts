import { expect, test } from 'vitest'
import { defaultSettings, settingArguments } from './settings.ts'

const GB = 1024 ** 3

test.each([
  [0.125, '64MB', '128MB', '4MB'],
  [1, '256MB', '512MB', '4MB'],
  [8, '2048MB', '4096MB', '16MB'],
  [64, '2048MB', '32768MB', '32MB'],
])('memory of %d GB is shared with the application', (memory, buffers, cache, work) => {
  expect(defaultSettings(memory * GB)).toMatchObject({
    shared_buffers: buffers,
    effective_cache_size: cache,
    work_mem: work,
  })
})

test('settings win over the defaults but not over what guards the cluster', () => {
  const settings = { jit: 'on', listen_addresses: '*', port: '1', unix_socket_directories: '/tmp' }
  const args = settingArguments(settings, 5_432)
  expect(args).toEqual(expect.arrayContaining(['jit=on', 'listen_addresses=127.0.0.1', 'port=5432']))
  expect(args).toContain('unix_socket_directories=')
  expect(args.filter((arg) => /^(listen_addresses|port|unix_socket_directories)=/.test(arg))).toHaveLength(3)
})
