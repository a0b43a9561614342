import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()

const texts = fc
  .sample(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('逆', '变', '器', 'A', 'a', 'İ', ' '), maxLength: 30 }),
    ),
    300,
  )
  .filter((text) => !text.includes('\0'))

it.each([
  ['the audit log', 'app.audit_pairs(t)', 'substr(t, at, 2)', 'length(t) - 1'],
  ['orders', 'app.bigrams(7, t)', "7 || ':' || substr(lower(t), at, 2)", 'greatest(length(t) - 1, 1)'],
])('the search of %s is by every two neighbouring letters of a text', async (_, pairs, pair, last) => {
  const { rows } = await harness.owner.query<{ t: string; found: string[]; wanted: string[] }>(
    `select t, array(select distinct unnest(${pairs}) order by 1) as found,
       array(select distinct ${pair} from generate_series(1, ${last}) at order by 1) as wanted
     from unnest($1::text[]) t`,
    [['', '电', '逆变器', ...texts]],
  )
  for (const { found, wanted } of rows) expect(found).toEqual(wanted)
})
