import { expect, test } from 'vitest'
import { Track } from './track.ts'

const samplesOf = (track: Track) => JSON.parse(track.toString()) as number[][]

test('keeps places to a tenth of a pixel and whole milliseconds, until it is cleared', () => {
  const track = new Track()
  track.add(1.26, -0.04, 16.7)
  track.add(150, 3, 1200)
  expect(track.toString()).toBe('[[1.3,0,17],[150,3,1200]]')
  track.clear()
  expect(track.toString()).toBe('[]')
})

test('a drag of two minutes is thinned out: from its beginning to its end, and short enough to be sent', () => {
  const track = new Track()
  for (let at = 0; at <= 14_400; at++) track.add(100 + at / 100, 12.3, at * 8.33)
  const samples = samplesOf(track)
  expect(samples[0]).toEqual([100, 12.3, 0])
  expect(samples.at(-1)).toEqual([244, 12.3, 119_952])
  expect(samples.length).toBeGreaterThan(100)
  expect(track.toString().length).toBeLessThan(20_000)
})
