import { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { awaitedStates, type AwaitedPhoto } from '@heliodesk/contract/order-photos.ts'
import { CloudOff, Smartphone } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatTime } from '../../kit/format.ts'
import { companyNow } from '../../lib/company-time.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCommand } from '../../lib/queries.ts'
import { FilmLength } from './FilmLength.tsx'
import css from './photos.module.css'

/** 42 %, of a photo of which something has come. */
const shareOf = ({ state, received, size }: AwaitedPhoto): string | null =>
  state === 'waiting' && received > 0 ? `${Math.floor((received / size) * 100)} %` : null

/** A photo that is still on a phone: how much of it is here, on whose phone it is and since when. */
export function AwaitedTile({ photo }: { photo: AwaitedPhoto }) {
  const { state, name, reason, holderName, since, film } = photo
  const share = shareOf(photo)
  const Icon = state === 'waiting' ? Smartphone : CloudOff
  return (
    <>
      <div
        className={state === 'waiting' ? css.awaited : `${css.awaited} ${css.missed}`}
        title={reason ? `${name}：${reason}` : name}
      >
        {film?.poster && <img className={css.poster} src={film.poster} alt="" />}
        {film && <FilmLength seconds={film.seconds} />}
        <Icon className="i" aria-hidden />
        {share === null ? (
          awaitedStates[state]
        ) : (
          <>
            <span className="sr">{awaitedStates.waiting} </span>
            <b>{share}</b>
            <i className={css.share} style={{ width: share.replace(' ', '') }} aria-hidden />
          </>
        )}
      </div>
      <span className={`${css.caption} ${css.holder}`}>
        {reason && <span className={css.reason}>{reason}</span>}
        <span>{state === 'refused' ? holderName : `在 ${holderName} 的手机上，`}</span>
        <span>
          <time dateTime={since.replace(' ', 'T')}>{sinceOf(since)}</time>
          {state === 'refused' ? ' 登记' : ' 起'}
        </span>
      </span>
    </>
  )
}

/** 14:31 of today, otherwise with the day. */
const sinceOf = (time: string): string =>
  time.slice(0, 10) === companyNow().format('YYYY-MM-DD') ? time.slice(11, 16) : formatTime(time)

/** The photos that a form waits for, below those that it has; who works on the order may do without them. */
export function AwaitedPhotos({ photos, label }: { photos: readonly AwaitedPhoto[]; label: string }) {
  const forgetting = useCommand(fieldPhotoCalls.forget)
  const mayForget = useCan('order:execute')
  if (photos.length === 0) return null
  return (
    <ul className={css.photos} aria-label={label}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <AwaitedTile photo={photo} />
          {photo.holdsUp && mayForget && (
            <Button
              size="sm"
              className={css.forgo}
              busy={forgetting.isPending && forgetting.variables.photoId === photo.id}
              onClick={() => forgetting.mutate({ photoId: photo.id })}
            >
              不再等待
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Which photos hold up the submission, in words: 2 张照片还在 李志强 的手机上; null if none does. */
export function awaitedInShort(photos: readonly AwaitedPhoto[]): string | null {
  const holding = photos.filter(({ holdsUp }) => holdsUp)
  if (holding.length === 0) return null
  const films = holding.filter(({ film }) => film !== null).length
  const counts = [
    ...(holding.length > films ? [`${holding.length - films} 张照片`] : []),
    ...(films > 0 ? [`${films} 段视频`] : []),
  ]
  const holders = [...new Set(holding.map(({ holderName }) => holderName))]
  return `${counts.join('、')}还在 ${holders.join('、')} 的手机上`
}
