import type { SystemSettings } from '@heliodesk/contract/settings.ts'
import { Logo } from '../../kit/Logo.tsx'
import { Field } from '../../kit/Field.tsx'
import { FilesInput } from '../../kit/FilesInput.tsx'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import { useFileSetting } from './fields.tsx'
import type { Draft } from './use-draft.ts'
import css from './settings.module.css'

type LogoSettingProps = {
  draft: Draft<SystemSettings>
  stored: UploadedFile | null
  onBusy: (busy: boolean) => void
}

/** The logo, with a preview of the header in both themes. */
export function LogoSetting({ draft, stored, onBusy }: LogoSettingProps) {
  const { file, input } = useFileSetting(draft, 'logo', stored)
  const { productName } = draft.values
  return (
    <Field
      label="企业标志"
      error={draft.errorOf('logo')}
      hint={`${uploadHint('logo', 1)}；高 24 像素显示，建议用透明背景`}
      className={`wide ${css.logoSetting}`}
    >
      {(control) => (
        <div className={`row ${css.row}`}>
          <FilesInput control={control} {...input} onBusy={onBusy} />
          {(['light', 'dark'] as const).map((ground) => (
            <figure key={ground} className={ground}>
              <div className="row">
                <Logo size={24} src={file?.url} />
                <b className="ell">{productName || '产品名称'}</b>
              </div>
              <figcaption className="t3 s12">{ground === 'light' ? '浅色' : '深色'}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </Field>
  )
}
