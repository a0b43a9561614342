import { pinyin } from 'pinyin-pro'

/** The blocks that pinyin-pro knows characters of: the basic ones, extensions A and B–H. */
const BLOCKS = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
  [0x20000, 0x323af],
] as const

const SYLLABLE = /^(?=.*[aeiouv])[a-z]+$/

/** How a character is read, the most usual reading first, without tones and with v for ü; empty if nobody knows. */
export function readingsOf(character: string): string[] {
  const read = pinyin(character, {
    multiple: true,
    toneType: 'none',
    type: 'array',
    v: true,
    nonZh: 'removed',
  })
  const sounds = read.filter((sound) => SYLLABLE.test(sound))
  // 略 and 虐 are typed with either letter.
  return [
    ...new Set(
      sounds.flatMap((sound) => (/^[ln]ve$/.test(sound) ? [sound, sound.replace('v', 'u')] : sound)),
    ),
  ]
}

/** All characters that have a reading. */
export const characters = BLOCKS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).filter((character) => readingsOf(character).length > 0)

const WIDTH = 110

/** `sound 字字字 字字 sound 字`: the characters of each sound, in lines that fit a screen. */
function listed(pairs: { character: string; sound: string }[]): string {
  const bySound = Map.groupBy(pairs, ({ sound }) => sound)
  const words = [...bySound.keys()].toSorted().flatMap((sound) => {
    const all = bySound.get(sound)!.map(({ character }) => character)
    const chunks = Array.from({ length: Math.ceil(all.length / WIDTH) }, (_, at) =>
      all.slice(at * WIDTH, (at + 1) * WIDTH).join(''),
    )
    return [sound, ...chunks]
  })
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Prints the data of the migration that fills `app.reading`: the usual readings, then the others. */
if (import.meta.main) {
  const first = characters.map((character) => ({ character, sound: readingsOf(character)[0]! }))
  const others = characters.flatMap((character) =>
    readingsOf(character)
      .slice(1)
      .map((sound) => ({ character, sound })),
  )
  process.stdout.write(`${listed(first)}\n---\n${listed(others)}\n`)
}
