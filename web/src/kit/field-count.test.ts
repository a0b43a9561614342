import { checkCalls } from '@heliodesk/contract/checks.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { templateCalls } from '@heliodesk/contract/templates.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldCount } from './field-count.ts'

test.each([
  ['no field', z.object({}), 0],
  ['a key and a version', z.object({ id: z.string(), version: z.int(), name: z.string() }), 1],
  ['optional and preset fields', z.object({ a: z.string().optional(), b: z.int().default(1).nullable() }), 2],
  ['a list of texts', z.object({ roleIds: z.array(z.string()).default([]) }), 1],
  ['a list of records', z.object({ rows: z.array(z.object({ a: z.string(), b: z.string() })).max(5) }), 2],
  ['a list of keys', z.object({ devices: z.array(z.object({ id: z.string(), version: z.int() })) }), 0],
  ['fields that depend on each other', z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a < b), 2],
  ['a value that is converted', z.object({ a: z.string().transform(Number), b: z.coerce.number() }), 2],
])('%s', (_what, schema, count) => {
  expect(fieldCount(schema)).toBe(count)
})

test.each([
  ['a department', departmentCalls.edit.input, 3],
  ['a project', stationCalls.addPsa.input, 3],
  ['a role', roleCalls.add.input, 3],
  ['a dictionary', dictionaryCalls.add.input, 3],
  ['a file of a template', templateCalls.save.input, 3],
  ['devices that move', deviceCalls.move.input, 3],
  ['an order that is assigned', workOrderCalls.assign.input, 5],
  ['a problem that is reported', inquiryCalls.addFeedback.input, 4],
])('the form of %s is small', (_what, schema, count) => {
  expect(fieldCount(schema)).toBe(count)
})

test.each([
  ['a rule, with the table of its segments', checkCalls.add.input],
  ['a type of device, with the table of its attributes', deviceCalls.addType.input],
  ['a device that is replaced', deviceCalls.replace.input],
  ['a person', userCalls.add.input],
  ['a station', stationCalls.add.input],
  ['an order', workOrderCalls.insert.input],
])('the form of %s is large', (_what, schema) => {
  expect(fieldCount(schema)).toBeGreaterThan(5)
})
