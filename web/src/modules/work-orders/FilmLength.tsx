import { Play } from 'lucide-react'
import { lengthOf } from '../../kit/format.ts'
import css from './photos.module.css'

/** Over the tile of a film: that it is one, and how long it is. */
export const FilmLength = ({ seconds }: { seconds: number | null }) => (
  <span className={css.length}>
    <Play className="i s" aria-hidden />
    <span className="sr">视频 </span>
    {seconds !== null && lengthOf(seconds)}
  </span>
)
