import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Dice } from '../random.ts'
import { css, mix } from './colour.ts'
import { sceneWidth } from './world.ts'
import type { Light } from './world.ts'

/** Returns the horizontal position of the light source. */
export function paintSky(context: SKRSContext2D, dice: Dice, light: Light, horizon: number): number {
  const fall = dice.between(-22, 22)
  const sky = context.createLinearGradient(155 - fall, 0, 155 + fall, horizon + 12)
  sky.addColorStop(0, css(light.sky[0]))
  sky.addColorStop(dice.between(0.45, 0.65), css(light.sky[1]))
  sky.addColorStop(1, css(light.sky[2]))
  context.fillStyle = sky
  context.fillRect(0, 0, sceneWidth, horizon + 14)

  const sunAt = dice.between(26, 284)
  const high = dice.whole(0, 4)
  const low = dice.whole(0, 2)
  for (let index = 0; index < high; index++) paintVeil(context, dice, light, horizon)
  if (light.elevation) paintSun(context, dice, light, sunAt, horizon * (1 - dice.between(...light.elevation)))
  for (let index = 0; index < low; index++) paintCloud(context, dice, light, horizon)
  return sunAt
}

function paintSun(context: SKRSContext2D, dice: Dice, light: Light, x: number, height: number): void {
  const radius = dice.between(9, 16)
  const y = Math.max(radius + 4, height)
  const glow = context.createRadialGradient(x, y, radius * 0.6, x, y, radius * dice.between(3.2, 5))
  glow.addColorStop(0, css(light.sun, 0.55))
  glow.addColorStop(0.35, css(light.sun, 0.2))
  glow.addColorStop(1, css(light.sun, 0))
  context.fillStyle = glow
  context.fillRect(x - 90, y - 90, 180, 180)
  context.fillStyle = css(light.sun)
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

/** A thin, high streak of cloud. */
function paintVeil(context: SKRSContext2D, dice: Dice, light: Light, horizon: number): void {
  context.fillStyle = css(light.cloud, dice.between(0.18, 0.4))
  context.beginPath()
  const y = dice.between(6, horizon * 0.7)
  context.ellipse(
    dice.between(0, sceneWidth),
    y,
    dice.between(30, 80),
    dice.between(1.5, 4),
    dice.between(-0.06, 0.06),
    0,
    Math.PI * 2,
  )
  context.fill()
}

/** A cumulus cloud: overlapping domes on a flat base, brighter towards the top. */
function paintCloud(context: SKRSContext2D, dice: Dice, light: Light, horizon: number): void {
  const size = dice.between(7, 13)
  const base = dice.between(size * 2, Math.max(size * 2.2, horizon * 0.8))
  const domes = dice.whole(3, 5)
  const left = dice.between(-20, 280)
  const shade = context.createLinearGradient(0, base - size * 1.8, 0, base)
  shade.addColorStop(0, css(light.cloud, 0.95))
  shade.addColorStop(1, css(mix(light.cloud, light.sky[1], 0.55), 0.75))
  context.fillStyle = shade
  context.save()
  context.beginPath()
  context.rect(0, 0, sceneWidth, base)
  context.clip()
  context.beginPath()
  for (let index = 0; index < domes; index++) {
    const middle = 1 - Math.abs(index / (domes - 1) - dice.between(0.35, 0.65)) * 1.1
    const radius = size * Math.max(0.45, middle)
    const x = left + index * size * 1.05
    context.moveTo(x + radius, base)
    context.arc(x, base - radius * 0.25, radius, 0, Math.PI * 2)
  }
  context.fill()
  context.restore()
}
