import { PageHead } from '../../kit/PageHead.tsx'
import { ErrorCard } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import type { CallError } from '../../lib/call.ts'
import css from './settings.module.css'

type SettingsLoadingProps = { title: string; error: CallError | null; onRetry: () => void }

/** Shown until the settings are loaded, or when loading failed. */
export function SettingsLoading({ title, error, onRetry }: SettingsLoadingProps) {
  const late = useLate(true)
  return (
    <div className={css.settingsPage}>
      <PageHead title={title} />
      {error ? (
        <ErrorCard title={`${title}没有取到`} error={error} onRetry={onRetry} />
      ) : (
        <div className={css.settingsSkeleton} role="status" aria-busy aria-label="正在加载">
          {late &&
            [38, 62, 54, 70, 46].map((width) => (
              <i key={width} className="sk" style={{ width: `${width}%` }} />
            ))}
        </div>
      )}
    </div>
  )
}
