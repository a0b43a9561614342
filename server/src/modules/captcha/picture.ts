import { createCanvas, Path2D } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { present } from '../../platform/certain.ts'
import { decoyShape, jigsawShape, templateWidth } from './jigsaw.ts'
import type { Shape } from './jigsaw.ts'
import { grainy } from './grain.ts'
import { luminanceAt } from './luminance.ts'
import { encodePng } from './png.ts'
import { cryptoRandom, diceOf } from './random.ts'
import type { Dice, Random } from './random.ts'
import { paintScene } from './scene/scene.ts'
import { sceneHeight, sceneWidth } from './scene/world.ts'

export interface SliderPuzzle {
  readonly background: Buffer
  readonly piece: Buffer
  /** The correct position of the piece's left edge. */
  readonly x: number
}

/** A position of a shape, by the top left corner of its box. */
interface Spot {
  readonly shape: Shape
  readonly left: number
  readonly top: number
}

const leftmost = 100
const rightmost = 262

/** As many as fit beside the hole at its height: an attacker has to compare shapes. */
const decoyCount = 2

export async function drawSliderPuzzle(random: Random = cryptoRandom): Promise<SliderPuzzle> {
  const dice = diceOf(random)
  const scene = createCanvas(sceneWidth, sceneHeight)
  paintScene(scene.getContext('2d'), dice)
  const { data: scenePixels } = scene.getContext('2d').getImageData(0, 0, sceneWidth, sceneHeight)
  const hole = holeSpot(dice)

  const background = createCanvas(sceneWidth, sceneHeight)
  const context = background.getContext('2d')
  context.drawImage(scene, 0, 0)
  const sinkAt = ({ shape, left, top }: Spot, veil: number) => {
    const shown = left + dice.whole(24, 60) * (left > sceneWidth / 2 ? -1 : 1)
    const [around, through] = [left, shown].map((from) => brightness(scenePixels, from, top, shape.height))
    const pale = isPaleClearer(dice, veil, present(around), present(through))
    sink(context, dice, scene, { shape, left, top }, { shown, pale, veil })
  }
  // Decoys are drawn stronger: a search for the strongest hole finds them first.
  sinkAt(hole, dice.between(0.52, 0.58))
  for (const decoy of decoySpots(dice, hole)) sinkAt(decoy, dice.between(0.54, 0.68))

  // Compression runs on another thread while the piece is drawn.
  const packing = encodePng(grainy(background, dice), sceneWidth, sceneHeight, true)
  const piece = cutPiece(dice, scene, hole)
  const [backgroundPng, piecePng] = await Promise.all([
    packing,
    encodePng(grainy(piece, dice), templateWidth, sceneHeight, false),
  ])
  return { background: backgroundPng, piece: piecePng, x: hole.left }
}

function holeSpot(dice: Dice): Spot {
  const shape = jigsawShape(dice)
  const left = dice.whole(leftmost, rightmost)
  // The client's refresh button covers the top right corner.
  const highest = left > 222 ? 36 : 14
  return { shape, left, top: dice.whole(highest, sceneHeight - shape.height - 4) }
}

/** Holes of other shapes, away from the real one and from the waiting piece. */
function decoySpots(dice: Dice, hole: Spot): Spot[] {
  const spots = [hole]
  for (let attempt = 0; attempt < 30 && spots.length <= decoyCount; attempt++) {
    const shape = decoyShape(dice)
    const top = Math.max(2, Math.min(sceneHeight - shape.height - 2, hole.top + dice.whole(-4, 4)))
    const spot = { shape, left: dice.whole(leftmost - 12, sceneWidth - templateWidth), top }
    if (spots.every((other) => apart(spot, other))) spots.push(spot)
  }
  return spots.slice(1)
}

function apart(one: Spot, other: Spot): boolean {
  return (
    Math.abs(one.left - other.left) > templateWidth + 2 ||
    one.top > other.top + other.shape.height + 2 ||
    other.top > one.top + one.shape.height + 2
  )
}

interface Glass {
  /** Left edge of the scene area that the hole shows: not the piece's own, which could be found by comparison. */
  readonly shown: number
  readonly pale: boolean
  readonly veil: number
}

function sink(
  context: SKRSContext2D,
  dice: Dice,
  scene: Canvas,
  { shape, left, top }: Spot,
  { shown, pale, veil }: Glass,
): void {
  const path = new Path2D(shape.data)
  context.save()
  context.translate(left, top)
  context.save()
  context.clip(path)
  context.drawImage(scene, shown, top, templateWidth, shape.height, 0, 0, templateWidth, shape.height)
  context.fillStyle = pale ? `rgba(246,244,238,${veil})` : `rgba(24,30,40,${veil})`
  context.fillRect(0, 0, templateWidth, shape.height)
  // The upper edge casts a shadow into the hole.
  context.shadowColor = 'rgba(0,0,0,.55)'
  context.shadowBlur = 5
  context.shadowOffsetY = 2
  context.strokeStyle = 'rgba(0,0,0,.5)'
  context.lineWidth = 1
  context.stroke(path)
  context.restore()
  const lit = [dice.between(0, templateWidth), dice.pick([0, shape.height])] as const
  const rim = context.createLinearGradient(...lit, templateWidth - lit[0], shape.height - lit[1])
  const edge = pale ? '38,46,62' : '255,255,255'
  rim.addColorStop(0, `rgba(${edge},.3)`)
  rim.addColorStop(1, `rgba(${edge},.72)`)
  context.strokeStyle = rim
  context.lineWidth = 1.2
  context.lineJoin = 'round'
  context.stroke(path)
  context.restore()
}

/** Whether a pale hole has more contrast than a dark one; if both have enough, a random choice. */
function isPaleClearer(dice: Dice, veil: number, around: number, through: number): boolean {
  const dark = Math.abs(around - through * (1 - veil) - 30 * veil)
  const pale = Math.abs(around - through * (1 - veil) - 244 * veil)
  return Math.min(dark, pale) > 48 ? dice.chance(0.5) : pale > dark
}

/** The mean luminance of a box as wide as the template, sampled at every other pixel. */
function brightness(pixels: Uint8ClampedArray, left: number, top: number, height: number): number {
  let [sum, count] = [0, 0]
  for (let y = top; y < top + height; y += 2) {
    for (let at = (y * sceneWidth + left) * 4; at < (y * sceneWidth + left + templateWidth) * 4; at += 8) {
      sum += luminanceAt(pixels, at)
      count++
    }
  }
  return sum / count
}

function cutPiece(dice: Dice, scene: Canvas, { shape, left, top }: Spot): Canvas {
  const piece = createCanvas(templateWidth, sceneHeight)
  const context = piece.getContext('2d')
  const path = new Path2D(shape.data)
  context.translate(0, top)
  context.clip(path)
  context.drawImage(scene, left, top, templateWidth, shape.height, 0, 0, templateWidth, shape.height)
  const tone = dice.chance(0.5) ? '255,255,255' : '0,0,0'
  context.fillStyle = `rgba(${tone},${dice.between(0.04, 0.14)})`
  context.fillRect(0, 0, templateWidth, shape.height)
  context.strokeStyle = 'rgba(255,255,255,.92)'
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.stroke(path)
  return piece
}
