/** A request that cannot be carried out; the message is for the person who asked. */
export class Refusal extends Error {}

/** What a new module is called: English names in kebab-case, and the Chinese name of its records. */
export type Names = { plural: string; singular: string; chinese: string }

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const CHINESE = /^\p{Script=Han}{1,10}$/u
const LONGEST = 40

/** Words that PostgreSQL, for tables, or TypeScript, for variables, keeps for itself. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc both case cast check collate column constraint create default
   deferrable desc distinct do else end except false fetch for foreign from grant group having in initially
   intersect into lateral leading limit localtime not null offset on only or order placing primary references
   returning select some table then to trailing true union unique user using variadic when where window with
   arguments await break catch class const continue debugger delete enum eval export extends finally function if
   implements import instanceof interface let new package private protected public return static super switch
   this throw try typeof var void while yield`.split(/\s+/),
)

/** The names as typed by a person; the singular is derived where it is not given. Throws a Refusal. */
export function readNames(plural = '', chinese = '', given?: string): Names {
  const singular = given ?? singularOf(plural)
  for (const name of [plural, singular])
    if (!KEBAB.test(name) || name.length > LONGEST)
      throw new Refusal(
        `"${name}" is no module name: use lower-case words with hyphens, such as spare-parts (at most ${LONGEST} letters).`,
      )
  if (singular === plural)
    throw new Refusal(
      `"${plural}" looks like a singular: give the plural, or both as "npm run new -- data 数据 --singular datum".`,
    )
  for (const name of [plural, singular])
    if (RESERVED.has(name))
      throw new Refusal(
        `"${name}" is a word of SQL or TypeScript: choose a longer name, such as work-orders.`,
      )
  if (!CHINESE.test(chinese))
    throw new Refusal(`"${chinese}" is no Chinese name: give one to ten characters, such as 合同.`)
  return { plural, singular, chinese }
}

function singularOf(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return `${plural.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(plural)) return plural.slice(0, -2)
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : plural
}

const wordsOf = (kebab: string) => kebab.split('-')
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const pascal = (kebab: string) => wordsOf(kebab).map(capital).join('')
const camel = (kebab: string) => pascal(kebab).replace(/^./, (first) => first.toLowerCase())

const spellings = [
  (kebab: string) => kebab,
  camel,
  pascal,
  (kebab: string) => wordsOf(kebab).join('_'),
  (kebab: string) => wordsOf(kebab).join(' '),
]

/** The names that the templates use. */
const SAMPLE: Names = { plural: 'sample-things', singular: 'sample-thing', chinese: '样品' }

/** The text of a template with the module's names in all their spellings instead of the sample's. */
export function renamed(text: string, names: Names): string {
  // The plural comes first, because it contains the singular.
  const pairs = (['plural', 'singular'] as const).flatMap((number) =>
    spellings.map((spell) => [spell(SAMPLE[number]), spell(names[number])] as const),
  )
  return [...pairs, [SAMPLE.chinese, names.chinese] as const].reduce(
    (whole, [from, to]) => whole.replaceAll(from, to),
    text,
  )
}
