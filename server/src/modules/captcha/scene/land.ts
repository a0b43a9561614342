import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Dice } from '../random.ts'
import { css, mix } from './colour.ts'
import { Outline } from './path.ts'
import type { Point } from './path.ts'
import { sceneHeight, sceneWidth } from './world.ts'
import type { Land, Light } from './world.ts'

/** Two or three ranges of hills; nearer ones are lower and more saturated. */
export function paintHills(
  context: SKRSContext2D,
  dice: Dice,
  light: Light,
  land: Land,
  horizon: number,
): void {
  const ranges = dice.whole(2, 3)
  const ragged = dice.chance(0.35)
  for (let range = 0; range < ranges; range++) {
    const nearness = (range + 1) / ranges
    const rise = dice.between(12, 26) * (1.25 - nearness * 0.75)
    const phase = dice.between(0, 7)
    const wave = dice.between(0.012, 0.022) * (0.7 + nearness)
    const tone = mix(light.sky[2], land.hill, 0.25 + nearness * 0.65)
    const fill = context.createLinearGradient(0, horizon - rise * 1.5, 0, horizon + 6)
    fill.addColorStop(0, css(tone))
    fill.addColorStop(1, css(mix(tone, land.far, 0.45)))
    context.fillStyle = fill
    const crest: Point[] = [[0, horizon + 8]]
    const rough = ragged && range < ranges - 1 ? 0.22 : 0
    for (let x = 0; x <= sceneWidth + 9; x += 9) {
      const smooth = Math.sin(x * wave + phase) * 0.55 + Math.sin(x * wave * 2.3 + phase * 2.7) * 0.28
      crest.push([x, horizon - rise * Math.max(0.02, 0.5 + smooth + dice.between(-rough, rough))])
    }
    crest.push([sceneWidth + 9, horizon + 8])
    const hill = new Outline()
    hill.polygon(crest)
    context.fill(hill.path())
  }
}

export function paintGround(context: SKRSContext2D, dice: Dice, land: Land, horizon: number): void {
  const fill = context.createLinearGradient(dice.between(-30, 30), horizon, 0, sceneHeight)
  fill.addColorStop(0, css(land.far))
  fill.addColorStop(dice.between(0.35, 0.6), css(mix(land.far, land.near, 0.7)))
  fill.addColorStop(1, css(land.near))
  context.fillStyle = fill
  const slope = dice.between(-2, 2)
  context.beginPath()
  context.moveTo(0, horizon - slope)
  context.quadraticCurveTo(155, horizon + dice.between(-3, 3), sceneWidth, horizon + slope)
  context.lineTo(sceneWidth, sceneHeight)
  context.lineTo(0, sceneHeight)
  context.fill()
  for (const tone of [mix(land.near, [30, 36, 20], 0.28), mix(land.far, [255, 255, 245], 0.35)]) {
    const marks = new Outline()
    for (let index = 0; index < 90; index++) {
      const nearness = dice.between(0.15, 1) ** 1.6
      const x = dice.between(0, sceneWidth)
      const y = horizon + 2 + nearness * (sceneHeight - horizon)
      const size = 0.8 + nearness * 3.4
      if (land.cover === 'grass') marks.line([x, y], [x + dice.between(-0.4, 0.4) * size, y - size])
      else marks.line([x, y], [x + size * (land.cover === 'waves' ? 3 : 0.8), y + dice.between(-0.3, 0.3)])
    }
    context.strokeStyle = css(tone, 0.55)
    context.lineWidth = 1
    context.stroke(marks.path())
  }
}

export function paintTurbines(context: SKRSContext2D, dice: Dice, light: Light, horizon: number): void {
  const tone = mix([250, 251, 252], light.tint, light.strength * 0.6)
  const count = dice.whole(1, 4)
  for (let index = 0; index < count; index++) {
    const size = dice.between(22, Math.min(62, horizon * 0.85))
    const x = dice.between(12, sceneWidth - 12)
    const foot = horizon + 4
    const hub = foot - size
    context.fillStyle = css(mix(tone, light.sky[1], 0.45 - size / 150))
    context.beginPath()
    context.moveTo(x - size * 0.03, foot)
    context.lineTo(x - size * 0.014, hub)
    context.lineTo(x + size * 0.014, hub)
    context.lineTo(x + size * 0.03, foot)
    context.fill()
    const start = dice.between(0, 2.1)
    for (let blade = 0; blade < 3; blade++) {
      const angle = start + (blade * Math.PI * 2) / 3
      const along = [Math.cos(angle), Math.sin(angle)] as const
      const length = size * 0.5
      context.beginPath()
      context.moveTo(x, hub)
      context.lineTo(
        x + along[0] * length * 0.2 - along[1] * size * 0.04,
        hub + along[1] * length * 0.2 + along[0] * size * 0.04,
      )
      context.lineTo(x + along[0] * length, hub + along[1] * length)
      context.fill()
    }
    context.beginPath()
    context.arc(x, hub, Math.max(1, size * 0.032), 0, Math.PI * 2)
    context.fill()
  }
}

/** A receding line of lattice towers with sagging wires. */
export function paintPylons(context: SKRSContext2D, dice: Dice, light: Light, horizon: number): void {
  context.strokeStyle = css(mix([88, 96, 108], light.sky[2], 0.3), 0.85)
  const towers = dice.whole(2, 4)
  const away = dice.chance(0.5) ? 1 : -1
  let size = dice.between(30, 44)
  let x = away > 0 ? dice.between(-10, 60) : dice.between(250, 320)
  let previous: readonly [x: number, size: number] | undefined
  for (let index = 0; index < towers; index++) {
    const top = horizon + 3 - size
    context.lineWidth = 0.5 + size / 55
    context.beginPath()
    context.moveTo(x - size * 0.13, horizon + 3)
    context.lineTo(x - size * 0.02, top)
    context.lineTo(x + size * 0.02, top)
    context.lineTo(x + size * 0.13, horizon + 3)
    for (const arm of [0.08, 0.24]) {
      context.moveTo(x - size * 0.17, top + size * arm)
      context.lineTo(x + size * 0.17, top + size * arm)
    }
    context.moveTo(x - size * 0.1, top + size * 0.72)
    context.lineTo(x + size * 0.06, top + size * 0.4)
    context.moveTo(x + size * 0.1, top + size * 0.72)
    context.lineTo(x - size * 0.06, top + size * 0.4)
    context.stroke()
    if (previous) {
      context.lineWidth = 0.6
      context.beginPath()
      for (const side of [-0.17, 0.17]) {
        for (const arm of [0.08, 0.24]) {
          const from = horizon + 3 - previous[1] * (1 - arm)
          const to = top + size * arm
          context.moveTo(previous[0] + previous[1] * side, from)
          context.quadraticCurveTo((previous[0] + x) / 2, (from + to) / 2 + 9, x + size * side, to)
        }
      }
      context.stroke()
    }
    previous = [x, size]
    x += away * size * dice.between(2.2, 2.8)
    size *= 0.72
  }
}
