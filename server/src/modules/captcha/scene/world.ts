import { colour } from './colour.ts'
import type { Colour } from './colour.ts'

export const sceneWidth = 310
export const sceneHeight = 155

/** The light at one time of day. */
export interface Light {
  readonly sky: readonly [top: Colour, middle: Colour, bottom: Colour]
  readonly sun: Colour
  /** Height of the sun above the horizon as a share of the sky; undefined under an overcast sky. */
  readonly elevation: readonly [number, number] | undefined
  readonly cloud: Colour
  /** The colour cast of air and light over everything, and its strength. */
  readonly tint: Colour
  readonly strength: number
}

export interface Land {
  readonly near: Colour
  readonly far: Colour
  readonly hill: Colour
  /** Grass or stones; open water has waves instead. */
  readonly cover: 'grass' | 'stones' | 'waves'
}

function light(
  sky: string,
  sun: string,
  cloud: string,
  tint: string,
  strength: number,
  elevation?: [number, number],
): Light {
  const [top = '', middle = '', bottom = ''] = sky.split(' ')
  return {
    sky: [colour(top), colour(middle), colour(bottom)],
    sun: colour(sun),
    elevation,
    cloud: colour(cloud),
    tint: colour(tint),
    strength,
  }
}

function land(near: string, far: string, hill: string, cover: Land['cover']): Land {
  return { near: colour(near), far: colour(far), hill: colour(hill), cover }
}

export const lights = [
  light('93a9d0 d8c4d2 f8dcc4', 'ffd7a1', 'fbe9e2', 'cf9fa0', 0.16, [0.08, 0.3]),
  light('7fb6e2 b5d6ec efe9d6', 'ffe2a0', 'ffffff', 'd8d8c8', 0.06, [0.35, 0.65]),
  light('4f9ad8 8ec2e8 d8ecf4', 'fff2c4', 'ffffff', 'c8dce8', 0.04, [0.6, 0.85]),
  light('74aed8 bcd6de f2e6c8', 'ffcf7a', 'fff8ea', 'd8c090', 0.1, [0.4, 0.7]),
  light('7096c0 e2c09c f9cc8c', 'ffb257', 'fbdcb8', 'c88a4a', 0.2, [0.12, 0.35]),
  light('46568c a57f98 f0a67a', 'ff9a56', 'd8a0a0', '5a4870', 0.3, [0.05, 0.22]),
  light('94a9ba bccad2 dfe3de', 'f4f2e8', 'eef1f1', 'a8b4ba', 0.2),
] as const

export const lands = [
  land('7f9c52', 'aebb7c', '7fa06c', 'grass'),
  land('bd9c5e', 'd8c391', '93a678', 'stones'),
  land('a3937e', 'c6baa6', 'a08d86', 'stones'),
  land('5b8ba4', 'a9c8ce', '86a68a', 'waves'),
  land('e3e9ee', 'f2f4f3', 'a9b7c2', 'stones'),
  land('96a35c', 'c4bf84', '8aa07c', 'grass'),
] as const
