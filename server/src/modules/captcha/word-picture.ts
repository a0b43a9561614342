import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { present } from '../../platform/certain.ts'
import { clickTolerance } from './answer.ts'
import { grainy } from './grain.ts'
import { luminanceAt } from './luminance.ts'
import { encodePng } from './png.ts'
import { cryptoRandom, diceOf } from './random.ts'
import type { Dice, Random } from './random.ts'
import { paintScene } from './scene/scene.ts'
import { sceneHeight, sceneWidth } from './scene/world.ts'
import { families, words } from './words.ts'

/** A word and the centre of its visible ink. */
export interface Mark {
  readonly word: string
  readonly x: number
  readonly y: number
}

export interface WordPuzzle {
  readonly background: Buffer
  /** In the order in which they are to be clicked. */
  readonly asked: readonly Mark[]
}

const drawnCount = 4
const askedCount = 3

/**
 * The area of the centres. A stock client that shows the picture 280 pixels wide and sends unscaled clicks sends 0.903
 * × the intended position: 16 pixels too few at x = 165, 13 at y = 130. That leaves 9 and 12 pixels of tolerance for
 * the person. Words that are not asked for may be anywhere.
 */
const area = { left: 24, right: 286, top: 24, bottom: 130 } as const
const askedRight = 165

/** The client's refresh button covers the top right corner. */
const underButton = ({ x, y }: { x: number; y: number }) => x > 258 && y < 52

/** Click areas do not overlap: no click counts for two words. */
const apart = 2 * clickTolerance + 1

/** A word is drawn on a canvas of its own and then bent; its corners extend `size` × 0.71 from the centre. */
const sheet = 72

export async function drawWordPuzzle(random: Random = cryptoRandom): Promise<WordPuzzle> {
  const dice = diceOf(random)
  const canvas = createCanvas(sceneWidth, sceneHeight)
  const context = canvas.getContext('2d')
  paintScene(context, dice)
  const scene = context.getImageData(0, 0, sceneWidth, sceneHeight).data
  const marks = scatter(dice)
  for (const mark of marks) {
    const tone = luminanceAround(scene, mark)
    context.drawImage(bent(dice, drawWord(dice, mark.word, tone)), mark.x - sheet / 2, mark.y - sheet / 2)
  }
  for (let left = dice.whole(2, 3); left > 0; left--) scratch(context, dice)
  const background = await encodePng(grainy(canvas, dice), sceneWidth, sceneHeight, true)
  return { background, asked: marks.slice(0, askedCount) }
}

/** Four different words, the asked ones first; their positions are independent of their order. */
export function scatter(dice: Dice): Mark[] {
  for (;;) {
    const places: { x: number; y: number }[] = []
    for (let attempt = 0; attempt < 60 && places.length < drawnCount; attempt++) {
      const right = places.length < askedCount ? askedRight : area.right
      const place = { x: dice.whole(area.left, right), y: dice.whole(area.top, area.bottom) }
      if (!underButton(place) && places.every((other) => isClear(place, other))) places.push(place)
    }
    if (places.length === drawnCount) {
      const chosen = pickWords(dice)
      return places.map((place, at) => ({ word: present(chosen[at]), ...place }))
    }
  }
}

const isClear = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) >= apart

function pickWords(dice: Dice): string[] {
  const chosen = new Set<string>()
  while (chosen.size < drawnCount) chosen.add(present(words[dice.whole(0, words.length - 1)]))
  return [...chosen]
}

/** Light ink with a dark rim on dark ground and the other way round, so that every hue has contrast. */
function drawWord(dice: Dice, word: string, ground: number): Canvas {
  const canvas = createCanvas(sheet, sheet)
  const context = canvas.getContext('2d')
  const family = families[dice.whole(0, families.length - 1)]
  context.font = `40px ${family}`
  const drawn = inkOf(context, word)
  context.font = `${(40 * dice.between(27, 32)) / Math.max(drawn.width, drawn.height)}px ${family}`
  const ink = inkOf(context, word)
  context.translate(sheet / 2, sheet / 2)
  context.rotate(dice.between(-Math.PI / 4, Math.PI / 4))
  context.transform(
    dice.between(0.94, 1.12),
    dice.between(-0.12, 0.12),
    dice.between(-0.12, 0.12),
    dice.between(0.94, 1.12),
    0,
    0,
  )
  const hue = dice.whole(0, 359)
  const light = ground < 118 || (ground < 150 && dice.chance(0.5))
  context.lineJoin = 'round'
  context.lineWidth = dice.between(2.2, 3)
  context.strokeStyle = light ? `hsla(${hue},45%,12%,.85)` : `hsla(${hue},60%,97%,.9)`
  context.strokeText(word, ink.x, ink.y)
  context.fillStyle = light
    ? `hsl(${hue},${dice.whole(70, 95)}%,${dice.whole(76, 88)}%)`
    : `hsl(${hue},${dice.whole(60, 90)}%,${dice.whole(20, 32)}%)`
  context.fillText(word, ink.x, ink.y)
  return canvas
}

/** The visible box of a word, and the start of its baseline when the box is centred at the origin. */
function inkOf(context: SKRSContext2D, word: string) {
  const {
    actualBoundingBoxLeft: left,
    actualBoundingBoxRight: right,
    actualBoundingBoxAscent: above,
    actualBoundingBoxDescent: below,
  } = context.measureText(word)
  return { width: left + right, height: above + below, x: (left - right) / 2, y: (above - below) / 2 }
}

/** Distorts the word with waves, first by column, then by row. */
function bent(dice: Dice, flat: Canvas): Canvas {
  const wave = () => {
    const [height, length, start] = [
      dice.between(0.8, 1.5),
      dice.between(16, 30),
      dice.between(0, 2 * Math.PI),
    ]
    return (at: number) => height * Math.sin(start + (at / length) * 2 * Math.PI)
  }
  const [down, across] = [wave(), wave()]
  const columns = createCanvas(sheet, sheet)
  const rows = createCanvas(sheet, sheet)
  const [one, other] = [columns.getContext('2d'), rows.getContext('2d')]
  for (let at = 0; at < sheet; at++) one.drawImage(flat, at, 0, 1, sheet, at, down(at), 1, sheet)
  for (let at = 0; at < sheet; at++) other.drawImage(columns, 0, at, sheet, 1, across(at), at, sheet, 1)
  return rows
}

/** A thin curve through the picture; it connects words for attackers that segment the picture into shapes. */
function scratch(context: SKRSContext2D, dice: Dice): void {
  const height = () => dice.between(8, sceneHeight - 8)
  context.beginPath()
  context.moveTo(dice.between(-10, 40), height())
  context.bezierCurveTo(
    dice.between(60, 120),
    height(),
    dice.between(130, 220),
    height(),
    dice.between(230, 320),
    height(),
  )
  context.lineWidth = dice.between(0.8, 1.3)
  context.strokeStyle = `hsla(${dice.whole(0, 359)},60%,${dice.chance(0.5) ? 82 : 26}%,.75)`
  context.stroke()
}

/** The mean luminance of the ground beneath a word. */
function luminanceAround(pixels: Uint8ClampedArray, { x, y }: { x: number; y: number }): number {
  let [sum, count] = [0, 0]
  for (let row = Math.max(0, y - 18); row < Math.min(sceneHeight, y + 18); row += 2) {
    for (let column = Math.max(0, x - 18); column < Math.min(sceneWidth, x + 18); column += 2) {
      const at = (row * sceneWidth + column) * 4
      sum += luminanceAt(pixels, at)
      count++
    }
  }
  return sum / count
}
