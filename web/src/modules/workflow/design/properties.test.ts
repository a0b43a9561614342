import { expect, test } from 'vitest'
import { actorsOf, attributesOf, type Actor, type ActorAttributes } from './actors.ts'
import { conditionOf, passedCondition, passingOf, type Passing } from './countersign.ts'
import { delayOf, writtenDelay } from './delay.ts'
import { namesIn } from './names-in.ts'

const given = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

test.each<[ActorAttributes, Actor[], countersigned?: boolean]>([
  [{}, []],
  [{ assignee: 'starter' }, [{ kind: 'starter' }]],
  [{ assignee: 'executor' }, [{ kind: 'field', field: 'executor', single: true }]],
  [{ assignee: '"12"' }, [{ kind: 'person', id: '12' }]],
  [{ candidateUsers: 'signers' }, [{ kind: 'field', field: 'signers' }]],
  [
    { candidateUsers: '["12", starter, form.keeper]' },
    [{ kind: 'person', id: '12' }, { kind: 'starter' }, { kind: 'field', field: 'form.keeper' }],
  ],
  [{ candidateRoles: 'r10010,r10020' }, ['r10010', 'r10020'].map((code) => ({ kind: 'role', code }))],
  [{ candidateRights: 'order:check' }, [{ kind: 'right', code: 'order:check' }]],
  [{ candidateHeads: 'starter,depId' }, [{ kind: 'superior' }, { kind: 'head', field: 'depId' }]],
  [
    { candidateUsers: '["12"]', candidateHeads: 'starter', candidateRoles: 'r10010' },
    [{ kind: 'person', id: '12' }, { kind: 'superior' }, { kind: 'role', code: 'r10010' }],
  ],
  [{ candidateUsers: 'if a then b else c' }, [{ kind: 'expression', text: 'if a then b else c' }]],
  [{ collection: 'signers' }, [{ kind: 'field', field: 'signers' }], true],
  [{ collection: '["12", "13"]' }, ['12', '13'].map((id) => ({ kind: 'person', id })), true],
  [{ collection: '["12"]' }, [{ kind: 'person', id: '12' }], true],
  [
    { collection: '["12"]', candidateHeads: 'starter', candidateRoles: 'r10010,r10020' },
    [
      { kind: 'person', id: '12' },
      { kind: 'superior' },
      ...['r10010', 'r10020'].map((code) => ({ kind: 'role' as const, code })),
    ],
    true,
  ],
  [{ collection: '[]', candidateRoles: 'r10010' }, [{ kind: 'role', code: 'r10010' }], true],
])('the people %j are read and written again', (attributes, actors, countersigned = false) => {
  expect(actorsOf(attributes)).toEqual(actors)
  expect(given(attributesOf(actors, countersigned))).toEqual(attributes)
})

test.each<[string | undefined, Passing, string]>([
  [undefined, { kind: 'all', early: false }, 'sign.nrRejected = 0'],
  ['nrRejected >= 1', { kind: 'all', early: true }, 'sign.nrRejected = 0'],
  ['nrApproved >= 1', { kind: 'any' }, 'sign.nrApproved >= 1'],
  ['nrApproved >= 2', { kind: 'count', count: 2 }, 'sign.nrApproved >= 2'],
  [
    'nrApproved / nrOfInstances >= 0.6',
    { kind: 'share', percent: 60 },
    'sign.nrApproved / sign.nrOfInstances >= 0.6',
  ],
  [
    'nrApproved >= 2 or nrRejected >= 2',
    { kind: 'expression', text: 'nrApproved >= 2 or nrRejected >= 2' },
    'sign.nrRejected = 0',
  ],
])('the condition %s of a countersign is read and written again', (text, passing, passed) => {
  expect(passingOf(text)).toEqual(passing)
  expect(conditionOf(passing)).toBe(text)
  expect(passedCondition('sign', passing)).toBe(passed)
})

test.each([
  [undefined, undefined, null],
  [undefined, '2', { unit: 'working', amount: 2 }],
  ['P3D', undefined, { unit: 'day', amount: 3 }],
  ['PT8H', undefined, { unit: 'hour', amount: 8 }],
  ['PT30M', undefined, { unit: 'minute', amount: 30 }],
  ['P1DT2H', undefined, { text: 'P1DT2H' }],
] as const)('the delay %s, %s is read and written again', (duration, workingDays, delay) => {
  expect(delayOf(duration, workingDays)).toEqual(delay)
  expect(writtenDelay(delay)).toEqual({ duration, workingDays })
})

test.each([
  ['days > 3', ['days']],
  ['review.outcome = "approve" and (days > 3 or not(urgent))', ['review.outcome', 'days', 'urgent']],
  ['list contains(kinds, "a b") and string length(name) > 2', ['kinds', 'name']],
  ['金额 >= 5000', ['金额']],
  ['true', []],
])('%s has the fields %j', (expression, names) => expect(namesIn(expression)).toEqual(names))
