import { expect, test } from 'vitest'
import { callsIn, exampleOf, groupsOf, inputLines, matching, outputLines, type Document } from './calls.ts'

const document: Document = {
  paths: {
    '/ops/order/insert': {
      post: {
        operationId: 'insert',
        tags: ['ops/order'],
        summary: '新建工单',
        description: '',
        'x-kind': 'command',
        'x-envelope': 'erp',
        'x-permission': 'order:create',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['psId'],
                properties: {
                  psId: { type: 'string', title: '电站' },
                  steps: { type: 'array', items: { $ref: '#/components/schemas/Step' } },
                },
              },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Step' } } } },
        },
      },
    },
    '/sys/role/list': {
      get: {
        operationId: 'list',
        tags: ['sys/role'],
        summary: '角色列表',
        description: '',
        'x-kind': 'query',
        'x-envelope': 'sys',
        parameters: [
          { name: 'pageNo', in: 'query', required: true, schema: { type: 'integer', title: '页码' } },
          { $ref: '#/components/parameters/IdempotencyKey' },
        ],
        responses: { 200: {} },
      },
    },
  },
  components: {
    schemas: {
      Step: {
        type: 'object',
        properties: {
          name: { type: 'string', title: '步骤' },
          state: { enum: ['open', 'done'] },
          // It holds others of its kind: they are not followed for ever.
          inner: { $ref: '#/components/schemas/Step' },
        },
      },
    },
  },
}

const [insert, list] = callsIn(document)

test('calls are found by title, path and permission, and stand in their groups', () => {
  const found = (keyword: string) => matching(callsIn(document), keyword).map(({ key }) => key)
  expect(found('工单')).toEqual(['POST /ops/order/insert'])
  expect(found('order:create')).toEqual(['POST /ops/order/insert'])
  expect(found('ROLE 角色')).toEqual(['GET /sys/role/list'])
  expect(found('')).toHaveLength(2)
  expect(groupsOf(callsIn(document)).map(([group]) => group)).toEqual(['ops/order', 'sys/role'])
})

test('fields are told with their parts, once', () => {
  expect(inputLines(document, insert!)).toEqual([
    { name: 'psId', title: '电站', type: '文字', required: true, depth: 0 },
    { name: 'steps', title: '', type: '对象[]', required: false, depth: 0 },
    { name: 'name', title: '步骤', type: '文字', required: false, depth: 1 },
    { name: 'state', title: '', type: 'open | done', required: false, depth: 1 },
    { name: 'inner', title: '', type: '对象', required: false, depth: 1 },
  ])
  expect(inputLines(document, list!)).toEqual([
    { name: 'pageNo', title: '页码', type: '整数', required: true, depth: 0 },
  ])
  expect(outputLines(document, insert!).map(({ name }) => name)).toEqual(['name', 'state', 'inner'])
  expect(outputLines(document, list!)).toEqual([])
})

test('examples have a place for the token, and the fields that are needed', () => {
  expect(exampleOf(list!, 'https://pv.example.com/api')).toBe(
    `curl 'https://pv.example.com/api/sys/role/list?pageNo=…' \\\n  -H 'Authorization: Bearer hd_…'`,
  )
  expect(exampleOf(insert!, '/api')).toContain(`-d '{"psId":"…"}'`)
})
