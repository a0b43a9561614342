type Readings = ReadonlyMap<string, readonly string[]>

/** Whether a name sounds like a word, by the readings as the server lists them; both are in lower case. */
export function soundsBy(listed: string): (name: string, word: string) => boolean {
  const readings = parseReadings(listed)
  return (name, word) => soundsLike(name, word, readings)
}

const parseReadings = (listed: string): Readings =>
  new Map(
    listed.split(' ').map((entry) => {
      const character = String.fromCodePoint(entry.codePointAt(0)!)
      return [character, entry.slice(character.length).split(',')]
    }),
  )

function soundsLike(text: string, typed: string, readings: Readings): boolean {
  const word = typed.replaceAll("'", '')
  if (!/^[\p{L}\p{N}]+$/u.test(word)) return false
  const characters = Array.from(text).filter((character) => /[\p{L}\p{N}]/u.test(character))
  // Where it was seen to lead nowhere, so that no way is tried twice.
  const dead = new Set<string>()
  // Whether what is left of the word from `at` is read from this character on.
  const isRead = (place: number, at: number): boolean => {
    const key = `${place} ${at}`
    if (dead.has(key)) return false
    dead.add(key)
    const character = characters[place]
    if (character === undefined) return false
    const rest = word.slice(at)
    const goesOn = (size: number) => size === rest.length || isRead(place + 1, at + size)
    if (rest.startsWith(character) && goesOn(character.length)) return true
    return (readings.get(character) ?? []).some(
      (sound) =>
        sound.startsWith(rest) ||
        [sound, /^[zcs]h/.exec(sound)?.[0] ?? '', sound.slice(0, 1)].some(
          (part) => part !== '' && rest.startsWith(part) && goesOn(part.length),
        ),
    )
  }
  return characters.some((_character, place) => isRead(place, 0))
}
