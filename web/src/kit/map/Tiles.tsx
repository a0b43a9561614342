import { useState } from 'react'
import { placer, scaleOf, TILE_PX, unitOf, type Camera, type Size } from './camera.ts'

type TilesProps = { template: string; attribution: string; camera: Camera; size: Size }

/**
 * Tiles of a tile server that the operator configured, below everything else, with their attribution. Where a tile
 * fails, the map shows as it does without tiles.
 */
export function Tiles({ template, attribution, camera, size }: TilesProps) {
  const [missing, setMissing] = useState<ReadonlySet<string>>(() => new Set())
  const [seen, setSeen] = useState(false)
  const level = Math.max(0, Math.round(camera.zoom))
  const count = 2 ** level
  const wide = (TILE_PX * scaleOf(camera.zoom)) / scaleOf(level)
  const place = placer(camera, size)
  const middle = unitOf(camera)
  const reach = (pixels: number) => Math.ceil(pixels / 2 / wide) + 1
  const around = (value: number, pixels: number) =>
    Array.from(
      { length: 2 * reach(pixels) + 1 },
      (_each, at) => Math.floor(value * count) + at - reach(pixels),
    ).filter((each) => each >= 0 && each < count)
  return (
    <>
      <div className="tiles" aria-hidden>
        {around(middle.y, size.height).flatMap((y) =>
          around(middle.x, size.width).map((x) => {
            const corner = place({ x: x / count, y: y / count })
            if (corner.x > size.width || corner.y > size.height || corner.x < -wide || corner.y < -wide)
              return null
            const source = template
              .replace('{z}', String(level))
              .replace('{x}', String(x))
              .replace('{y}', String(y))
            if (missing.has(source)) return null
            return (
              <img
                key={source}
                src={source}
                alt=""
                draggable={false}
                style={{ left: corner.x, top: corner.y, width: wide + 0.5, height: wide + 0.5 }}
                onLoad={() => setSeen(true)}
                onError={() => setMissing((before) => new Set(before).add(source))}
              />
            )
          }),
        )}
      </div>
      {seen && attribution && <small className="tiles-by">{attribution}</small>}
    </>
  )
}
