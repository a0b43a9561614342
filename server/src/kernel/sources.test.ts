import { expect, it } from 'vitest'
import { admits } from './sources.ts'

it.each([
  ['https://care.example.com', 'https://care.example.com/a?b=c'],
  ['https://Care.Example.com', 'https://care.example.com/'],
  ['https://*.Example.com', 'https://CARE.example.com/'],
  ['*.example.com', 'http://a.b.example.com/'],
  ['care.example.com', 'http://care.example.com/'],
  ['https://care.example.com:8443', 'https://care.example.com:8443/'],
])('%s admits %s', (source, address) => {
  expect(admits(['https://other.example', source], address)).toBe(true)
})

it.each([
  ['https://care.example.com', 'http://care.example.com/'],
  ['https://care.example.com', 'https://care.example.com:8443/'],
  ['https://care.example.com', 'https://care.example.com.evil.example/'],
  ['https://care.example.com', 'https://care.example.com@evil.example/'],
  ['https://*.example.com', 'https://evilexample.com/'],
  ['https://*.example.com', 'https://example.com/'],
  ['https://*.example.com', 'http://a.example.com/'],
  ['https://*.example.com', 'https://evil.example/.example.com'],
  ['*', 'https://evil.example/'],
  ['https:', 'https://evil.example/'],
  ["'self'", 'https://self/'],
  ['https://care.example.com', 'no address'],
])('%s does not admit %s', (source, address) => {
  expect(admits([source], address)).toBe(false)
})
