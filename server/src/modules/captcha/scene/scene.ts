import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Dice } from '../random.ts'
import { mix } from './colour.ts'
import type { Colour } from './colour.ts'
import { paintGround, paintHills, paintPylons, paintTurbines } from './land.ts'
import { paintSky } from './sky.ts'
import { paintSolarField } from './solar-field.ts'
import { lands, lights } from './world.ts'
import type { Land } from './world.ts'

/** Paints a random solar station: 310 × 155. */
export function paintScene(context: SKRSContext2D, dice: Dice): void {
  const hour = dice.pick(lights)
  const { near, far, hill, cover } = dice.pick(lands)
  const lit = (tone: Colour) => mix(tone, hour.tint, hour.strength)
  const ground: Land = { near: lit(near), far: mix(lit(far), hour.sky[2], 0.25), hill: lit(hill), cover }
  const horizon = dice.between(46, 88)

  const sunAt = paintSky(context, dice, hour, horizon)
  paintHills(context, dice, hour, ground, horizon)
  if (dice.chance(0.35)) paintPylons(context, dice, hour, horizon)
  if (dice.chance(0.75)) paintTurbines(context, dice, hour, horizon)
  paintGround(context, dice, ground, horizon)
  paintSolarField(context, dice, hour, ground, horizon, sunAt)
}
