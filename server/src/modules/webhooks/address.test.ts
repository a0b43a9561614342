import { describe, expect, it } from 'vitest'
import { localServer } from '../../../test/local-server.ts'
import { addressFor, blockListOf, isPublic, requireReachable } from './address.ts'
import { send } from './send.ts'

const none = blockListOf([])
const local = blockListOf(['127.0.0.0/8'])

describe('an address', () => {
  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
    'not an address',
  ])('%s is none of the public network', (address) => expect(isPublic(address)).toBe(false))

  it.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '223.5.5.5',
    '2400:3200::1',
    '2606:4700::1111',
  ])('%s is one', (address) => expect(isPublic(address)).toBe(true))

  it.each([
    ['http://ops.example.com/', '只允许 https:// 开头的地址'],
    ['https://127.0.0.1/', '不允许推送到内网、回环或元数据地址'],
    ['https://2130706433/', '不允许推送到内网、回环或元数据地址'],
    ['https://0x7f.1/', '不允许推送到内网、回环或元数据地址'],
    ['https://[::1]/', '不允许推送到内网、回环或元数据地址'],
    ['https://[::ffff:10.0.0.1]/', '不允许推送到内网、回环或元数据地址'],
    ['https://localhost/', '不允许推送到内网、回环或元数据地址'],
    ['https://metadata.google.internal/', '不允许推送到内网、回环或元数据地址'],
    ['https://user:key@ops.example.com/', '地址中不能带有用户名和密码'],
  ])('%s is refused as it is typed', (url, message) => {
    expect(() => requireReachable(url, none)).toThrow(message)
  })

  it('of an allowed network is taken, over HTTP too', () => {
    expect(() => requireReachable('http://127.0.0.1:8080/', local)).not.toThrow()
    expect(() => requireReachable('http://10.0.0.1/', local)).toThrow()
  })

  it.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.5']], [['fe80::1']]])(
    'that a name resolves to is checked: %j',
    async (found) => {
      const resolve = () => Promise.resolve(found.map((address) => ({ address })))
      await expect(addressFor('https://ops.example.com/', none, resolve)).rejects.toThrow('域名解析到内网')
    },
  )

  it('of a name that has none can be tried again', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    await expect(addressFor('https://ops.example.com/', none, resolve)).rejects.toThrow('域名无法解析')
  })
})

describe('a message', () => {
  const message = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })

  it('goes to the address that was checked, though the name resolves to another by then', async () => {
    const heard: (string | undefined)[] = []
    const url = await localServer((request, response) => {
      heard.push(request.headers.host)
      response.end('ok')
    })
    const { port } = new URL(url)
    const answers = ['127.0.0.1', '10.0.0.9']
    let asked = 0
    const resolve = () => Promise.resolve([{ address: answers[asked++]! }])
    const named = `http://ops.example.com:${port}/hook`
    // As an operator allows it: what is checked is only the address.
    const address = await addressFor(named.replace('http:', 'https:'), local, resolve)
    expect(await send(message(named), address)).toMatchObject({ status: 200, body: 'ok', fault: null })
    expect([heard, asked]).toEqual([[`ops.example.com:${port}`], 1])
  })

  it('follows no redirect', async () => {
    let asked = 0
    const url = await localServer((_request, response) => {
      asked++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await send(message(url), '127.0.0.1')).status).toBe(302)
    expect(asked).toBe(1)
  })

  it('is given up after its time, also when the answer has begun', async () => {
    const silent = await localServer(() => undefined)
    const endless = await localServer((_request, response) => {
      response.writeHead(200)
      response.write('a')
    })
    for (const url of [silent, endless])
      expect(await send(message(url), '127.0.0.1', { timeoutMs: 200 })).toMatchObject({
        status: null,
        fault: '超时',
      })
  })

  it('keeps the first 2 KB of a long answer', async () => {
    const url = await localServer((_request, response) => {
      const write = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', write)
      }
      write()
    })
    const { status, body } = await send(message(url), '127.0.0.1')
    expect([status, body.length]).toEqual([200, 2048])
  })

  it('that nobody takes says why', async () => {
    expect(await send(message('http://127.0.0.1:1/'), '127.0.0.1')).toMatchObject({ fault: '连接被拒绝' })
    const url = await localServer((request) => request.socket.destroy())
    expect(await send(message(url), '127.0.0.1')).toMatchObject({ fault: '连接中断' })
  })
})
