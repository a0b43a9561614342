/** The first character of each pinyin initial in the browser's own collation order; I, U and V start no syllable. */
const FIRST = '阿八擦搭鹅发旮哈丌咔垃妈拿噢趴七然仨他挖夕丫匝'
const LETTERS = 'abcdefghjklmnopqrstwxyz'

const CHINESE = /^\p{Script=Han}$/u
const byPinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** `任务中心` → `rwzx`; other characters stay, in lower case. Characters with several readings take their first. */
export const initialsOf = (text: string): string => Array.from(text, initialOf).join('')

function initialOf(character: string): string {
  if (!CHINESE.test(character)) return character.toLowerCase()
  const after = Array.from(FIRST).findLastIndex((first) => byPinyin.compare(first, character) <= 0)
  return LETTERS[after] ?? character
}
