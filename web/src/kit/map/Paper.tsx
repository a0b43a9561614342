import { Word } from '../chart/Word.tsx'
import {
  boundsOf,
  graticule,
  placer,
  project,
  scaleOf,
  TILE_PX,
  unitOf,
  unproject,
  type Camera,
  type Size,
} from './camera.ts'
import { isFree, labelsOf, type Cluster } from './clusters.ts'
import { contoursOf } from './contours.ts'
import { irradianceAt, yearOfSun } from './irradiance.ts'

/** Lines of equal irradiance under a clear sky: of a year in kWh/m², of this moment in W/m², or none. */
export type Sun = 'year' | 'now' | 'none'

const steps = { year: 100, now: 100 } as const

type PaperProps = {
  camera: Camera
  size: Size
  clusters: readonly Cluster<{ province: string | null }>[]
  sun: Sun
  now: Date
}

/** A net of degrees and lines of irradiance instead of borders, which need an approved base map. */
export function Paper({ camera, size, clusters, sun, now }: PaperProps) {
  const view = boundsOf(camera, size)
  const { meridians, parallels } = graticule(view)
  const place = project(camera, size)
  const at = unproject(camera, size)
  const valueOf = sun === 'now' ? irradianceAt(now) : yearOfSun
  const contours = sun === 'none' ? [] : contoursOf((pixel) => valueOf(at(pixel)), steps[sun], size)
  const across = meridians.map((longitude) => ({
    degree: longitude,
    ...place({ longitude, latitude: view.north }),
  }))
  const down = parallels.map((latitude) => ({
    degree: latitude,
    ...place({ longitude: view.west, latitude }),
  }))
  return (
    <>
      <svg width={size.width} height={size.height} aria-hidden>
        {across.map(({ degree, x }) => (
          <line key={degree} className="net" x1={x} x2={x} y1="0" y2={size.height} />
        ))}
        {down.map(({ degree, y }) => (
          <line key={degree} className="net" x1="0" x2={size.width} y1={y} y2={y} />
        ))}
        {contours.map(({ level, path }) => (
          <path key={level} className="sun" d={path} />
        ))}
      </svg>
      {across.map(
        ({ degree, x }) =>
          x < size.width - 48 &&
          isFree(clusters, x + 14, size.height - 10) && (
            <Word key={degree} x={x + 3} y={size.height - 10} anchor="start">
              {degree}°
            </Word>
          ),
      )}
      {down.map(
        ({ degree, y }) =>
          y > 20 &&
          y < size.height - 24 &&
          isFree(clusters, 14, y - 9) && (
            <Word key={degree} x={4} y={y - 9} anchor="start">
              {degree}°
            </Word>
          ),
      )}
      {contours.map(
        ({ level, label }) =>
          label &&
          isFree(clusters, label.x, label.y) && (
            <Word key={level} x={label.x} y={label.y} className="sun">
              {level}
            </Word>
          ),
      )}
      {labelsOf(clusters, size).map(({ text, x, y }) => (
        <Word key={text} x={x} y={y} className="province">
          {text}
        </Word>
      ))}
    </>
  )
}

type TilesProps = { template: string; camera: Camera; size: Size }

/** Pictures of a tile server that the operator named, in their own places below everything. */
export function Tiles({ template, camera, size }: TilesProps) {
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
    <div className="tiles" aria-hidden>
      {around(middle.y, size.height).flatMap((y) =>
        around(middle.x, size.width).map((x) => {
          const corner = place({ x: x / count, y: y / count })
          if (corner.x > size.width || corner.y > size.height || corner.x < -wide || corner.y < -wide)
            return null
          return (
            <img
              key={`${level}/${x}/${y}`}
              src={template.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y))}
              alt=""
              draggable={false}
              style={{ left: corner.x, top: corner.y, width: wide + 0.5, height: wide + 0.5 }}
            />
          )
        }),
      )}
    </div>
  )
}
