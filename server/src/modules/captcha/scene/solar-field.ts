import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas'
import type { Dice } from '../random.ts'
import { css, mix } from './colour.ts'
import type { Colour } from './colour.ts'
import { Outline } from './path.ts'
import type { Point } from './path.ts'
import { sceneHeight, sceneWidth } from './world.ts'
import type { Land, Light } from './world.ts'

/** Maps a place of the field (metres along a row, across the rows, above ground) to the picture. */
interface Camera {
  at(along: number, across: number, up: number): Point
  distance(along: number, across: number): number
}

interface Field {
  readonly length: number
  readonly gap: number
  readonly pitch: number
  readonly slope: number
  readonly tilt: number
  readonly cells: number
  readonly track: number
}

const nearest = 5
const farthest = 78

function aim(dice: Dice, horizon: number): Camera {
  const turn = dice.between(-0.62, 0.62)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const focal = dice.between(170, 270)
  const eye = dice.between(4.6, 9.5)
  const centre = dice.between(90, 220)
  const roll = dice.between(-0.025, 0.025)
  const swell = dice.between(0.2, 1.1)
  const wave = dice.between(0.04, 0.09)
  const phase = dice.between(0, 7)
  const distance = (along: number, across: number) => 12 + along * sin + across * cos
  return {
    distance,
    at: (along, across, up) => {
      const scale = focal / distance(along, across)
      // The ground is not flat: rows rise and fall a little.
      const rise = up + swell * Math.sin(along * wave + phase) * Math.cos(across * wave * 0.7 + phase)
      const x = centre + (along * cos - across * sin) * scale
      const y = horizon + (eye - rise) * scale
      return [x, y + (x - 155) * roll]
    },
  }
}

export function paintSolarField(
  context: SKRSContext2D,
  dice: Dice,
  light: Light,
  land: Land,
  horizon: number,
  sunAt: number,
): void {
  const camera = aim(dice, horizon)
  const field: Field = {
    length: dice.between(8, 16),
    gap: dice.between(0.5, 2.2),
    pitch: dice.between(6.4, 9.6),
    slope: dice.between(3, 4.4),
    tilt: dice.between(0.3, 0.62),
    cells: dice.whole(4, 8),
    track: dice.between(-14, 22),
  }
  if (land.cover !== 'waves' && dice.chance(0.6)) paintTrack(context, camera, field, land)
  const dark = dice.pick<Colour>([
    [27, 44, 88],
    [32, 58, 112],
    [24, 36, 66],
    [38, 50, 92],
  ])
  const finish: Finish = {
    face: mix(dark, light.tint, light.strength * 0.4),
    sheen: mix(dark, light.sky[1], dice.between(0.16, 0.34)),
    light,
    land,
    sunAt,
  }
  const shift = dice.between(0, field.length)
  const first = -6 + dice.between(0, field.pitch)
  const rows = Math.floor((farthest - first) / field.pitch)
  for (let row = rows; row >= 0; row--)
    paintRow(context, camera, field, first + row * field.pitch, shift, finish)
  if (land.cover !== 'waves' && dice.chance(0.65)) paintCabinet(context, dice, camera, field, light)
}

interface Finish {
  readonly face: Colour
  readonly sheen: Colour
  readonly light: Light
  readonly land: Land
  readonly sunAt: number
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** One row of tables, from the left edge of the visible area to the right. */
function paintRow(
  context: SKRSContext2D,
  camera: Camera,
  field: Field,
  across: number,
  shift: number,
  finish: Finish,
): void {
  const shadow = new Outline()
  const faces = new Outline()
  const lower = new Outline()
  const frame = new Outline()
  const back = across + field.slope * Math.cos(field.tilt)
  const top = 0.7 + field.slope * Math.sin(field.tilt)
  let start: Seen | undefined
  let end: Seen | undefined

  for (let along = shift - 140; along < 140; along += field.length + field.gap) {
    const next = along + field.length
    const distance = Math.min(camera.distance(along, across), camera.distance(next, across))
    if (distance < nearest || distance > farthest) continue
    if (along < field.track + 3 && next > field.track - 1) continue
    const a = camera.at(along, across, 0.7)
    const b = camera.at(next, across, 0.7)
    if (Math.max(a[0], b[0]) < -12 || Math.min(a[0], b[0]) > sceneWidth + 12) continue
    const c = camera.at(next, back, top)
    const d = camera.at(along, back, top)
    if (Math.min(c[1], d[1]) > sceneHeight) continue
    start ??= { x: a[0], distance: camera.distance(along, across) }
    end = { x: b[0], distance: camera.distance(next, across) }
    faces.polygon([a, b, c, d])
    const width = Math.hypot(b[0] - a[0], b[1] - a[1])
    if (distance > 38) continue
    frame.line(d, c)
    shadow.polygon([
      camera.at(along + 0.4, across - 0.2, 0),
      camera.at(next + 0.7, across - 0.2, 0),
      camera.at(next + 0.7, back, 0),
      camera.at(along + 0.4, back, 0),
    ])
    const e = between(b, c, 0.5)
    const f = between(a, d, 0.5)
    lower.polygon([a, b, e, f])
    if (width / field.cells < 5) continue
    frame.line(f, e)
    for (let cell = 1; cell < field.cells; cell++) {
      frame.line(between(a, b, cell / field.cells), between(d, c, cell / field.cells))
    }
  }
  if (!start || !end) return

  const middle = Math.sqrt(start.distance * end.distance)
  const haze = hazeAt(middle)
  if (!shadow.empty) {
    context.fillStyle = css(mix(finish.land.near, [18, 26, 34], 0.62), 0.55 * (1 - haze))
    context.fill(shadow.path())
  }
  context.fillStyle = faceFill(context, start, end, finish)
  context.fill(faces.path())
  if (!lower.empty) {
    context.fillStyle = css(mix(finish.face, [14, 20, 40], 0.4), 0.34 * (1 - haze))
    context.fill(lower.path())
  }
  context.strokeStyle = css(mix(finish.sheen, [255, 255, 255], 0.6), 0.72 - haze)
  context.lineWidth = Math.max(0.45, Math.min(1, 13 / middle))
  context.stroke(frame.path())
}

interface Seen {
  readonly x: number
  readonly distance: number
}

function hazeAt(distance: number): number {
  return Math.min(0.5, Math.max(0, distance - 8) / 190)
}

/** Glass reflects the sky, with a warm tone beneath the sun; both fade with distance. */
function faceFill(context: SKRSContext2D, start: Seen, end: Seen, finish: Finish): CanvasGradient {
  const fill = context.createLinearGradient(start.x, 0, end.x === start.x ? start.x + 1 : end.x, 0)
  for (let stop = 0; stop <= 4; stop++) {
    const share = stop / 4
    const x = start.x + (end.x - start.x) * share
    // Along a straight line the reciprocal of the distance changes linearly across the picture.
    const distance = 1 / (1 / start.distance + (1 / end.distance - 1 / start.distance) * share)
    const glint = finish.light.elevation ? 0.42 * Math.exp(-(((x - finish.sunAt) / 55) ** 2)) : 0
    fill.addColorStop(
      share,
      css(mix(mix(finish.sheen, finish.light.sun, glint), finish.land.far, hazeAt(distance))),
    )
  }
  return fill
}

/** The service track, running across the rows. */
function paintTrack(context: SKRSContext2D, camera: Camera, field: Field, land: Land): void {
  const left: Point[] = []
  const right: Point[] = []
  for (let across = -40; across < 220; across += across < 30 ? 2 : 20) {
    if (camera.distance(field.track, across) < nearest) continue
    left.push(camera.at(field.track - 0.4, across, 0))
    right.unshift(camera.at(field.track + 2.4, across, 0))
  }
  const track = new Outline()
  track.polygon([...left, ...right])
  context.fillStyle = css(mix(land.far, [246, 240, 226], 0.6), 0.85)
  context.fill(track.path())
}

/** A box-type transformer beside the track. */
function paintCabinet(context: SKRSContext2D, dice: Dice, camera: Camera, field: Field, light: Light): void {
  const across = dice.between(6, 26)
  const along = field.track + dice.between(-0.5, 0.5)
  if (camera.distance(along, across) < nearest * 2) return
  const [wide, deep, tall] = [dice.between(2.4, 3.2), 1.6, dice.between(2, 2.6)]
  const paint = dice.pick<Colour>([
    [236, 238, 238],
    [206, 216, 212],
    [224, 220, 206],
  ])
  const tone = mix(paint, light.tint, light.strength)
  const corner = (a: number, b: number, up: number) =>
    camera.at(along + a * wide, across + b * deep, up * tall)
  const fill = (fillStyle: string, ...corners: Point[]) => {
    const side = new Outline()
    side.polygon(corners)
    context.fillStyle = fillStyle
    context.fill(side.path())
  }
  const seen = corner(1, 1, 0)[0] > corner(1, 0, 0)[0] ? 1 : 0
  const dim = css(mix(tone, [40, 48, 58], 0.42))
  fill(dim, corner(seen, 0, 0), corner(seen, 1, 0), corner(seen, 1, 1), corner(seen, 0, 1))
  fill(
    css(mix(tone, [255, 255, 255], 0.5)),
    corner(0, 0, 1),
    corner(1, 0, 1),
    corner(1, 1, 1),
    corner(0, 1, 1),
  )
  fill(css(tone), corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1))
  fill(dim, corner(0.49, 0, 0), corner(0.52, 0, 0), corner(0.52, 0, 1), corner(0.49, 0, 1))
  fill(
    'rgba(242,106,10,.9)',
    corner(0.1, 0, 0.72),
    corner(0.38, 0, 0.72),
    corner(0.38, 0, 0.86),
    corner(0.1, 0, 0.86),
  )
}
